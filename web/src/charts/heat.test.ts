import { expect, it } from 'vitest'
import { createSiteClock } from '../site-time/site-clock.ts'
import { heatDates, heatGrid, heatNames, shortCount } from './heat.ts'

const site = createSiteClock('America/Bogota')
/** Tuesday, 22:59 in Bogotá. */
const AT = Date.parse('2026-03-11T03:59:00Z')

it('the heat grid has every cell in its place, coloured by its share of the most', () => {
  const cells = [
    { dow: 0, hr: 0, total: 1 },
    { dow: 6, hr: 23, total: 100 },
    { dow: 3, hr: 12, total: 41 },
    { dow: 9, hr: 0, total: 5 },
    { dow: 1, hr: 24, total: 5 },
  ]
  const { rows, max } = heatGrid({ cells, at: AT }, site)
  expect(max).toBe(100)
  expect(rows.map((row) => row.length)).toEqual([24, 24, 24, 24, 24, 24, 24])
  expect(rows[0]?.[0]).toEqual({ total: 1, level: 1 })
  expect(rows[3]?.[12]).toEqual({ total: 41, level: 3 })
  expect(rows[6]?.[23]).toEqual({ total: 100, level: 5 })
  expect(rows[1]?.every(({ level }) => level === 0)).toBe(true)
})

it('the heat grid is empty without cells', () => {
  const { rows, max } = heatGrid({ cells: [], at: AT }, site)
  expect(max).toBe(0)
  expect(rows.flat().filter(({ level }) => level !== 0)).toEqual([{ total: null, level: -1 }])
})

it('hours of today that have not come are blank, and today’s row says so', () => {
  const cells = Array.from({ length: 168 }, (_, i) => {
    return { dow: Math.floor(i / 24), hr: i % 24, total: 0 }
  })
  const grid = heatGrid({ cells, at: AT }, site)
  const blank = grid.rows.flatMap((row, dow) =>
    row.flatMap(({ total }, hr) => (total === null ? [[dow, hr]] : [])),
  )
  expect(blank).toEqual([[2, 23]])
  expect(heatNames(grid)).toEqual(['Dom', 'Lun', 'Mar hoy', 'Mié', 'Jue', 'Vie', 'Sab'])
})

it.each([
  [null, ''],
  [0, '0'],
  [9999, '9999'],
  [10_000, '10k'],
  [123_456, '123k'],
])('a small cell writes %s as %s', (total, text) => {
  expect(shortCount(total)).toBe(text)
})

it('each row is of the newest such day', () => {
  // Tuesday the 10th.
  expect(heatDates(AT, site)).toEqual([
    '2026-03-08',
    '2026-03-09',
    '2026-03-10',
    '2026-03-04',
    '2026-03-05',
    '2026-03-06',
    '2026-03-07',
  ])
})
