import { describe, expect, it } from 'vitest'
import { createSiteClock } from './site-clock.ts'
import { createSiteTime, formatAge } from './site-time.ts'

const at = (iso: string) => Date.parse(iso)
const iso = (ms: number) => new Date(ms).toISOString()

describe.each([
  ['createSiteTime', createSiteTime],
  ['createSiteClock', createSiteClock],
])('%s', (_, create) => {
  it('has the days and hours of the site', () => {
    const site = create('America/Bogota')
    expect(site.day(at('2026-03-11T04:59:59.999Z'))).toBe('2026-03-10')
    expect(site.day(at('2026-03-11T05:00:00.000Z'))).toBe('2026-03-11')
    expect(site.clock(at('2026-03-11T05:05:09.000Z'))).toBe('00:05:09')
    expect(site.full(at('2026-03-11T05:05:09.000Z'))).toBe('11/03/2026 00:05')
  })

  it.each([
    [
      'America/Bogota',
      '2026-03-10T17:00:00.000Z',
      '2026-03-10T05:00:00.000Z',
      '2026-03-11T05:00:00.000Z',
    ],
    // Santiago goes forward at midnight: the day begins at 01:00.
    [
      'America/Santiago',
      '2026-09-06T15:00:00.000Z',
      '2026-09-06T04:00:00.000Z',
      '2026-09-07T03:00:00.000Z',
    ],
    // Tijuana goes back at 02:00: the day has 25 hours.
    [
      'America/Tijuana',
      '2026-11-01T20:00:00.000Z',
      '2026-11-01T07:00:00.000Z',
      '2026-11-02T08:00:00.000Z',
    ],
  ])('finds the ends of a day in %s', (zone, now, start, next) => {
    const site = create(zone)
    expect(iso(site.startOfDay(at(now)))).toBe(start)
    expect(iso(site.startOfNextDay(at(now)))).toBe(next)
    expect(iso(site.startOfDay(at(start)))).toBe(start)
  })
})

describe('site time', () => {
  it('tells an age', () => {
    expect(formatAge(42_900)).toBe('00:42')
    expect(formatAge(3_725_000)).toBe('1:02:05')
    expect(formatAge(-5)).toBe('00:00')
  })
})
