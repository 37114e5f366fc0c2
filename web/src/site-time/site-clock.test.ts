import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSiteClock } from './site-clock.ts'

const iso = (ms: number) => new Date(ms).toISOString()

describe('the clocks of a site', () => {
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
        const [date = '', time] = shown.split(' ')
        const [year, month, day] = date.split('-')
        expect(site.full(ms)).toBe(`${day}/${month}/${year} ${time}`)
        expect(site.exact(ms)).toBe(`${site.full(ms)}${iso(ms).slice(16, 19)}`)
      }),
    )
  })
})
