import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSiteClock } from './site-clock.ts'

const at = (iso: string) => Date.parse(iso)
const iso = (ms: number) => new Date(ms).toISOString()

describe('the clocks of a site', () => {
  it('has the days and hours of the site', () => {
    const site = createSiteClock('America/Bogota')
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
    const site = createSiteClock(zone)
    expect(iso(site.startOfDay(at(now)))).toBe(start)
    expect(iso(site.startOfNextDay(at(now)))).toBe(next)
    expect(iso(site.startOfDay(at(start)))).toBe(start)
  })

  it.each([
    // Twice 23:30 on the night of the change; 00:30 that never was; 02:30 that never was.
    [
      'America/Santiago',
      '2026-04-04T23:30',
      '2026-04-05T02:30:00.000Z',
      '2026-04-05T03:30:00.000Z',
    ],
    [
      'America/Santiago',
      '2026-09-06T00:30',
      '2026-09-06T04:00:00.000Z',
      '2026-09-06T04:00:00.000Z',
    ],
    ['America/Tijuana', '2026-11-01T01:15', '2026-11-01T08:15:00.000Z', '2026-11-01T09:15:00.000Z'],
    ['America/Tijuana', '2026-03-08T02:30', '2026-03-08T10:00:00.000Z', '2026-03-08T10:00:00.000Z'],
    [
      'America/Asuncion',
      '2023-10-01T00:30',
      '2023-10-01T04:00:00.000Z',
      '2023-10-01T04:00:00.000Z',
    ],
    [
      'America/Asuncion',
      '2024-03-23T23:30',
      '2024-03-24T02:30:00.000Z',
      '2024-03-24T03:30:00.000Z',
    ],
    ['America/Bogota', '2026-03-10T08:00', '2026-03-10T13:00:00.000Z', '2026-03-10T13:00:00.000Z'],
  ])('knows in %s when it is or was %s', (zone, wall, first, last) => {
    const site = createSiteClock(zone)
    expect(iso(site.instant(wall, 'first'))).toBe(first)
    expect(iso(site.instant(wall, 'last'))).toBe(last)
  })

  it('finds back what its clocks showed, in every zone', () => {
    const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
    const moment = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2035, 0) })
    fc.assert(
      fc.property(zone, moment, (timeZone, ms) => {
        const site = createSiteClock(timeZone)
        const minute = ms - (ms % 60_000)
        const wall = site.wall(minute)
        const [first, last] = [site.instant(wall, 'first'), site.instant(wall, 'last')]
        expect([first, last]).toContain(minute)
        expect([site.wall(first), site.wall(last)]).toEqual([wall, wall])
        const shown = new Intl.DateTimeFormat('sv-SE', {
          timeZone,
          dateStyle: 'short',
          timeStyle: 'short',
        }).format(minute)
        expect(wall.replace('T', ' ')).toBe(shown)
      }),
    )
  })
})
