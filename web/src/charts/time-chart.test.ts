import type uPlot from 'uplot'
import { expect, it } from 'vitest'
import { xRange } from './time-chart.ts'

const FIRST = 1_773_162_000
const HOUR = 3600
// What uPlot tells of the end where all is one instant.
const YEARS_AHEAD = FIRST + 86_400_000

it.each([
  ['hours', [FIRST], [FIRST, FIRST + HOUR]],
  ['hours', [FIRST, FIRST + 4 * HOUR], [FIRST, FIRST + 4 * HOUR]],
  ['days', [FIRST], [FIRST - 12 * HOUR, FIRST + 12 * HOUR]],
  ['days', [FIRST, FIRST + 24 * HOUR], [FIRST - 12 * HOUR, FIRST + 36 * HOUR]],
] as const)('spans with %s the points %j', (kind, times, range) => {
  const chart = { data: [times, times] } as unknown as uPlot
  expect(xRange(kind)(chart, FIRST, YEARS_AHEAD, 'x')).toEqual(range)
})
