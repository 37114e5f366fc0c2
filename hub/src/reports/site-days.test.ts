import fc from 'fast-check'
import { expect, it } from 'vitest'
import { startOfDay } from './site-days.ts'

it.each([
  ['America/Bogota', '2026-03-05T04:59:59.999Z', '2026-03-04T05:00:00.000Z'],
  ['America/Bogota', '2026-03-05T05:00:00.000Z', '2026-03-05T05:00:00.000Z'],
  // Clocks go forward and back: a day of 23 hours, one of 25.
  ['America/New_York', '2026-03-09T03:59:00.000Z', '2026-03-08T05:00:00.000Z'],
  ['America/New_York', '2026-11-02T04:59:00.000Z', '2026-11-01T04:00:00.000Z'],
  // Midnight is skipped: the day begins at 01:00.
  ['America/Santiago', '2026-09-06T12:00:00.000Z', '2026-09-06T04:00:00.000Z'],
  // 23:00 to midnight comes twice: the day before has 25 hours.
  ['America/Santiago', '2026-04-05T03:30:00.000Z', '2026-04-04T03:00:00.000Z'],
  // Half-hour and quarter-hour zones.
  ['Australia/Lord_Howe', '2026-04-05T11:00:00.000Z', '2026-04-04T13:00:00.000Z'],
  ['Asia/Kathmandu', '2026-01-01T18:14:00.000Z', '2025-12-31T18:15:00.000Z'],
  ['UTC', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'],
])('in %s the day of %s begins at %s', (timeZone, at, start) => {
  expect(new Date(startOfDay(timeZone, Date.parse(at))).toISOString()).toBe(start)
})

it('finds the first minute of the same date, on the quarter hour, whatever the zone', () => {
  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
  const at = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2035, 0) })
  fc.assert(
    fc.property(zone, at, (timeZone, atMs) => {
      const date = (ms: number) => new Date(ms).toLocaleDateString('en-CA', { timeZone })
      const start = startOfDay(timeZone, atMs)
      expect(start).toBeLessThanOrEqual(atMs)
      expect(start % (15 * 60_000)).toBe(0)
      expect(date(start)).toBe(date(atMs))
      expect(date(start - 1)).not.toBe(date(atMs))
    }),
  )
})
