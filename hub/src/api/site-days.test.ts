import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SiteDays } from './site-days.ts'

const HOUR_MS = 3_600_000

function hoursOf(zone: string, day: string): string[] {
  const site = new SiteDays(zone)
  const [today] = site.lastDays(Date.parse(day), 1)
  if (!today) throw new Error('no day')
  return site.hours(today).map(({ start, from, until, hr }) => {
    expect(from).toBe(start)
    return `${hr}:${(until - from) / 60_000}`
  })
}

describe('the days of a site', () => {
  test.each([
    ['America/Santiago', '2024-09-08T15:00:00Z', '2024-09-08', '2024-09-08T04:00:00.000Z', 23],
    ['America/Santiago', '2025-04-05T15:00:00Z', '2025-04-05', '2025-04-05T03:00:00.000Z', 25],
    ['America/Asuncion', '2023-10-01T15:00:00Z', '2023-10-01', '2023-10-01T04:00:00.000Z', 23],
    ['America/Asuncion', '2024-03-23T15:00:00Z', '2024-03-23', '2024-03-23T03:00:00.000Z', 25],
    ['America/Tijuana', '2024-03-10T20:00:00Z', '2024-03-10', '2024-03-10T08:00:00.000Z', 23],
    ['Australia/Lord_Howe', '2024-04-07T01:00:00Z', '2024-04-07', '2024-04-06T13:00:00.000Z', 24.5],
    ['Asia/Kolkata', '2024-04-07T01:00:00Z', '2024-04-07', '2024-04-06T18:30:00.000Z', 24],
    ['America/Bogota', '2024-04-07T04:59:59Z', '2024-04-06', '2024-04-06T05:00:00.000Z', 24],
  ])('in %s at %s begin and end by its clocks', (zone, at, day, start, length) => {
    const site = new SiteDays(zone)
    const moment = Date.parse(at)
    expect(site.dayOf(moment)).toBe(day)
    expect(new Date(site.startOfDay(moment)).toISOString()).toBe(start)
    const [today] = site.lastDays(moment, 1)
    expect(today).toEqual({
      day,
      from: Date.parse(start),
      until: Date.parse(start) + length * HOUR_MS,
    })
  })

  test('follow each other without a hole for 400 days', () => {
    for (const zone of ['America/Santiago', 'Australia/Lord_Howe', 'America/Havana']) {
      const days = new SiteDays(zone).lastDays(Date.parse('2025-06-01T12:00:00Z'), 400)
      expect(days.at(-1)?.day).toBe('2025-06-01')
      expect(days[0]?.day).toBe('2024-04-28')
      for (const [i, { until }] of days.slice(0, -1).entries()) {
        expect(until).toBe(days[i + 1]?.from)
      }
    }
  })

  test('can be found some days away', () => {
    const site = new SiteDays('America/Bogota')
    const start = site.startOfDay(Date.parse('2024-03-01T12:00:00Z'), -1)
    expect(new Date(start).toISOString()).toBe('2024-02-29T05:00:00.000Z')
  })
})

describe('the hours of a site', () => {
  test('leave out the one that the clocks skip and give twice the one that they repeat', () => {
    expect(hoursOf('America/Santiago', '2024-09-08T15:00:00Z').slice(0, 2)).toEqual([
      '1:60',
      '2:60',
    ])
    expect(hoursOf('America/Santiago', '2025-04-05T15:00:00Z').slice(-2)).toEqual([
      '23:60',
      '23:60',
    ])
    expect(hoursOf('America/Tijuana', '2024-11-03T20:00:00Z').slice(0, 4)).toEqual([
      '0:60',
      '1:60',
      '1:60',
      '2:60',
    ])
  })

  test('are half as long where the clocks move by 30 minutes', () => {
    expect(hoursOf('Australia/Lord_Howe', '2024-04-07T01:00:00Z').slice(1, 4)).toEqual([
      '1:60',
      '1:30',
      '2:60',
    ])
    expect(hoursOf('Australia/Lord_Howe', '2024-10-06T01:00:00Z').slice(1, 4)).toEqual([
      '1:60',
      '2:30',
      '3:60',
    ])
  })

  test('keep their start where the range begins or ends within them', () => {
    const from = Date.parse('2024-05-05T10:40:00Z')
    const hours = new SiteDays('Asia/Kolkata').hours({ from, until: from + 1 })
    const start = Date.parse('2024-05-05T10:30:00Z')
    expect(hours).toEqual([{ start, from, until: from + 1, dow: 0, hr: 16 }])
  })
})

test('finds the first minute of the same date, on the quarter hour, whatever the zone', () => {
  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
  const at = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2035, 0) })
  fc.assert(
    fc.property(zone, at, (timeZone, atMs) => {
      const date = (ms: number) => new Date(ms).toLocaleDateString('en-CA', { timeZone })
      const start = new SiteDays(timeZone).startOfDay(atMs)
      expect(start).toBeLessThanOrEqual(atMs)
      expect(start % (15 * 60_000)).toBe(0)
      expect(date(start)).toBe(date(atMs))
      expect(date(start - 1)).not.toBe(date(atMs))
    }),
  )
})
