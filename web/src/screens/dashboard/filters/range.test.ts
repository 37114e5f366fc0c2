import { describe, expect, it } from 'vitest'
import { createSiteClock } from '../../../site-time/site-clock.ts'
import { isOver, rangeFault, spanOf, spanText } from './range.ts'

const at = (iso: string) => Date.parse(iso)
const iso = (ms: number | null) => ms && new Date(ms).toISOString()
const custom = (from: string, to: string) => ({ range: 'custom' as const, from, to })
const today = { range: 'today', from: '', to: '' } as const

describe('a range', () => {
  it.each([
    // The clocks of Santiago skip midnight: the day begins at 01:00.
    ['America/Santiago', '2026-09-06T15:00:00Z', '2026-09-06T04:00:00.000Z'],
    ['America/Santiago', '2026-04-05T15:00:00Z', '2026-04-05T04:00:00.000Z'],
    ['America/Asuncion', '2023-10-01T15:00:00Z', '2023-10-01T04:00:00.000Z'],
    ['America/Asuncion', '2024-03-24T15:00:00Z', '2024-03-24T04:00:00.000Z'],
    ['America/Tijuana', '2026-11-01T20:00:00Z', '2026-11-01T07:00:00.000Z'],
    ['America/Bogota', '2026-03-11T04:59:00Z', '2026-03-10T05:00:00.000Z'],
  ])('of today begins in %s at %s with the day of the site', (zone, now, from) => {
    const span = spanOf(today, createSiteClock(zone), at(now))
    expect([iso(span.from), span.to]).toEqual([from, null])
  })

  it('of the last 24 h has 24 hours, also where the day has 23', () => {
    const now = at('2026-09-06T15:00:00Z')
    const span = spanOf({ ...today, range: '24h' }, createSiteClock('America/Santiago'), now)
    expect(now - span.from).toBe(24 * 3_600_000)
    expect(span.to).toBeNull()
  })

  it.each([
    // A night in which 23:00 to 24:00 comes twice is in its range whole.
    ['America/Santiago', custom('2026-04-04T23:00', '2026-04-04T23:59'), 2],
    ['America/Asuncion', custom('2024-03-23T23:00', '2024-03-23T23:59'), 2],
    ['America/Tijuana', custom('2026-11-01T01:00', '2026-11-01T01:59'), 2],
    // A night without 02:00 to 03:00.
    ['America/Tijuana', custom('2026-03-08T00:00', '2026-03-08T03:59'), 3],
    ['America/Bogota', custom('2026-03-10T10:00', '2026-03-10T10:59'), 1],
  ])("of one's own has the hours of the clocks in %s", (zone, range, hours) => {
    const span = spanOf(range, createSiteClock(zone), 0)
    expect(((span.to ?? 0) + 1 - span.from) / 3_600_000).toBe(hours)
  })

  it.each([
    // The clocks of Santiago skip midnight of the 6th.
    ['yesterday', '2026-09-07T15:00:00Z', '2026-09-06T04:00:00.000Z', '2026-09-07T02:59:59.999Z'],
    ['7d', '2026-09-12T15:00:00Z', '2026-09-06T04:00:00.000Z', null],
    ['30d', '2026-10-05T15:00:00Z', '2026-09-06T04:00:00.000Z', null],
    // From Monday to Sunday, also where today is one of them; that Sunday had 23 hours.
    ['last-week', '2026-09-07T15:00:00Z', '2026-08-31T04:00:00.000Z', '2026-09-07T02:59:59.999Z'],
    ['last-week', '2026-09-06T15:00:00Z', '2026-08-24T04:00:00.000Z', '2026-08-31T03:59:59.999Z'],
    // Over the end of the year.
    ['last-week', '2026-01-03T15:00:00Z', '2025-12-22T03:00:00.000Z', '2025-12-29T02:59:59.999Z'],
    // The clocks go back on the 5th of April, and on the 6th of September forward.
    ['last-month', '2026-05-31T15:00:00Z', '2026-04-01T03:00:00.000Z', '2026-05-01T03:59:59.999Z'],
    ['last-month', '2026-10-01T03:30:00Z', '2026-09-01T04:00:00.000Z', '2026-10-01T02:59:59.999Z'],
    ['last-month', '2026-03-31T15:00:00Z', '2026-02-01T03:00:00.000Z', '2026-03-01T02:59:59.999Z'],
    ['last-month', '2026-01-01T03:00:00Z', '2025-12-01T03:00:00.000Z', '2026-01-01T02:59:59.999Z'],
  ] as const)('of %s at %s has whole days of the site', (range, now, from, to) => {
    const span = spanOf({ ...today, range }, createSiteClock('America/Santiago'), at(now))
    expect([iso(span.from), iso(span.to)]).toEqual([from, to])
  })

  it('may be open, but needs a start before its end', () => {
    const site = createSiteClock('America/Bogota')
    expect(rangeFault(custom('', ''), site)).toBe('no-start')
    expect(rangeFault(custom('2026-03-10T10:00', ''), site)).toBeNull()
    expect(rangeFault(custom('2026-03-10T10:00', '2026-03-10T10:00'), site)).toBeNull()
    expect(rangeFault(custom('2026-03-10T10:01', '2026-03-10T10:00'), site)).toBe('upside-down')
    expect(
      rangeFault({ ...today, from: '2026-03-10T10:00', to: '2020-01-01T00:00' }, site),
    ).toBeNull()
  })

  it('is over once its end is', () => {
    const now = at('2026-03-10T15:00:00Z')
    expect(isOver({ from: 0, to: now - 1 }, now)).toBe(true)
    expect(isOver({ from: 0, to: now + 1 }, now)).toBe(false)
    expect(isOver({ from: 0, to: null }, now)).toBe(false)
  })

  it('is said in the time of the site', () => {
    const site = createSiteClock('America/Bogota')
    const span = { from: at('2026-03-10T13:00:00Z'), to: null }
    expect(spanText(span, site)).toBe('10/03/2026 08:00 – ahora')
  })
})
