import type uPlot from 'uplot'
import { expect, it } from 'vitest'
import { measuredLook } from './measured.ts'

const NOW = 1_773_162_000
const SPAN = 6 * 3600
const YEARS_AHEAD = NOW + 86_400_000

it.each([
  ['one point', [NOW - 600], NOW],
  ['several points', [NOW - 7200, NOW - 60, NOW - 5], NOW],
  ['a point ahead of the hub', [NOW - 60, NOW + 4], NOW + 4],
  ['no point', [], NOW],
])('spans the last six hours with %s', (_, times, end) => {
  const chart = { data: [times, times.map(() => 20)] } as unknown as uPlot
  const range = measuredLook(SPAN * 1000, () => NOW * 1000).times
  expect(range(chart, times[0] ?? NOW, YEARS_AHEAD, 'x')).toEqual([end - SPAN, end])
})
