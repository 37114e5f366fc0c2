import type uPlot from 'uplot'
import { expect, it } from 'vitest'
import { MEASURED } from './measured.ts'

const NOW = 1_773_162_000
const times = (min: number, max: number) => MEASURED.times({} as uPlot, min, max, 'x')

it('ends the axis of time with the last measurement, however few there are', () => {
  expect(times(NOW - 60, NOW)).toEqual([NOW - 3600, NOW])
  expect(times(NOW - 21_600, NOW)).toEqual([NOW - 21_600, NOW])
})
