import { TELEMETRY_MAX_POINTS } from '@vehicle-control/protocol/limits'
import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { TELEMETRY_SPAN_MS } from '../../../../../api/telemetry/telemetry.ts'
import { createFakeClock } from '../../../../../testing/fake-clock.ts'
import { createLiveSeries } from './live-series.ts'

function open() {
  const clock = createFakeClock()
  const series = createLiveSeries(clock, clock.now)
  const shown = () => series.state.get().points?.map(({ total }) => total)
  return { clock, series, shown, start: clock.now() }
}
const MINUTE = 60_000

it('puts samples behind the hub’s averages, four times a second at most', () => {
  const { clock, series, shown, start } = open()
  series.takeAverages([{ at: start - 2 * MINUTE, total: 20 }])
  expect(series.state.get().last).toMatchObject({ value: 20, unit: null })
  let tells = 0
  series.state.subscribe(() => (tells += 1))
  for (let i = 1; i <= 100; i++) {
    series.takeSample({ at: clock.now(), value: i, unit: '°C' })
    clock.advance(10)
  }
  expect(tells).toBe(4)
  expect(series.state.get().last).toMatchObject({ value: 100, unit: '°C' })
  expect(shown()?.length).toBe(101)
})

it('makes an average of a minute that is over', () => {
  const { clock, series, shown, start } = open()
  series.takeSample({ at: start, value: 10, unit: '' })
  series.takeSample({ at: start + 1000, value: 20, unit: '' })
  clock.advance(MINUTE)
  series.takeSample({ at: clock.now(), value: 7, unit: '' })
  clock.advance(250)
  expect(shown()).toEqual([15, 7])
})

it('keeps samples that a newer list does not have yet', () => {
  const { clock, series, shown, start } = open()
  series.takeAverages([])
  expect(shown()).toEqual([])
  series.takeSample({ at: start, value: 1, unit: '' })
  series.takeSample({ at: start + MINUTE, value: 2, unit: '' })
  clock.advance(MINUTE)
  series.takeAverages([{ at: start, total: 5 }])
  expect(shown()).toEqual([5, 2])
})

it('whatever comes, keeps at most 500 points of the last six hours, in order', () => {
  const sample = fc.record({
    ago: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: TELEMETRY_SPAN_MS * 1.2 })),
    value: fc.integer({ min: -50, max: 50 }),
    wait: fc.oneof(fc.constant(1), fc.integer({ min: 0, max: 10 * MINUTE })),
  })
  fc.assert(
    fc.property(fc.array(sample, { maxLength: 700 }), (samples) => {
      const { clock, series } = open()
      for (const { ago, value, wait } of samples) {
        series.takeSample({ at: clock.now() - ago, value, unit: '' })
        clock.advance(wait)
      }
      clock.advance(MINUTE)
      const points = series.state.get().points ?? []
      const times = points.map(({ at }) => at)
      expect(times.length).toBeLessThanOrEqual(TELEMETRY_MAX_POINTS)
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      for (const { at, total } of points) {
        expect(at).toBeGreaterThanOrEqual(clock.now() - TELEMETRY_SPAN_MS - 2 * MINUTE)
        expect(Math.abs(total)).toBeLessThanOrEqual(50)
      }
    }),
    { numRuns: runs(100) },
  )
})

it('lets no more than 500 samples of one minute in', () => {
  const { clock, series, shown, start } = open()
  for (let i = 0; i < 600; i++) series.takeSample({ at: start + i, value: i, unit: '' })
  clock.advance(250)
  expect(shown()).toEqual(Array.from({ length: 500 }, (_, i) => i + 100))
})
