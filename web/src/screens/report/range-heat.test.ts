import { expect, it } from 'vitest'
import { rangeHeat } from './range-heat.ts'

const CELLS = Array.from({ length: 168 }, (_, i) => {
  return { dow: Math.floor(i / 24), hr: i % 24, total: i === 25 ? 3 : 0 }
})

it('hours that a range has none of are blank, and its quiet ones are zero', () => {
  // Monday from one to three.
  const { rows, max } = rangeHeat(CELLS, ['2026-03-09T01:00', '2026-03-09T02:00'])
  const shown = rows.flatMap((row, dow) =>
    row.flatMap(({ total }, hr) => (total === null ? [] : [[dow, hr, total]])),
  )
  expect(shown).toEqual([
    [1, 1, 3],
    [1, 2, 0],
  ])
  expect(max).toBe(3)
})
