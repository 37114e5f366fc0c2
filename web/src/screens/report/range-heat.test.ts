import { expect, it } from 'vitest'
import { rangeHeat } from './range-heat.ts'

const CELLS = Array.from({ length: 168 }, (_, i) => {
  return { dow: Math.floor(i / 24), hr: i % 24, total: i === 25 ? 3 : 0 }
})

it('days that a range has none of are left out, its other hours blank, its quiet ones zero', () => {
  // Monday from one to three.
  const { names, grid } = rangeHeat(CELLS, ['2026-03-09T01:00', '2026-03-09T02:00'])
  const shown = grid.rows.map((row) =>
    row.flatMap(({ total }, hr) => (total === null ? [] : [[hr, total]])),
  )
  expect(names).toEqual(['Lun'])
  expect(shown).toEqual([
    [
      [1, 3],
      [2, 0],
    ],
  ])
  expect(grid.max).toBe(3)
})
