import { expect, it } from 'vitest'
import { heatGrid, shortCount } from './heat.ts'

it('the heat grid has every cell in its place, coloured by its share of the most', () => {
  const { rows, max } = heatGrid([
    { dow: 0, hr: 0, total: 1 },
    { dow: 6, hr: 23, total: 100 },
    { dow: 3, hr: 12, total: 41 },
    { dow: 9, hr: 0, total: 5 },
    { dow: 1, hr: 24, total: 5 },
  ])
  expect(max).toBe(100)
  expect(rows.map((row) => row.length)).toEqual([24, 24, 24, 24, 24, 24, 24])
  expect(rows[0]?.[0]).toEqual({ total: 1, level: 1 })
  expect(rows[3]?.[12]).toEqual({ total: 41, level: 3 })
  expect(rows[6]?.[23]).toEqual({ total: 100, level: 5 })
  expect(rows[1]?.every(({ level }) => level === 0)).toBe(true)
})

it('the heat grid is empty without cells', () => {
  const { rows, max } = heatGrid([])
  expect(max).toBe(0)
  expect(rows.flat().every(({ level }) => level === 0)).toBe(true)
})

it.each([
  [0, '0'],
  [9999, '9999'],
  [10_000, '10k'],
  [123_456, '123k'],
])('a small cell writes %s as %s', (total, text) => {
  expect(shortCount(total)).toBe(text)
})
