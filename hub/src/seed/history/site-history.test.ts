import { entryData, isEntryKind, LATE_AFTER_MS, type ReadData } from '@vehicle-control/protocol'
import { describe, expect, test } from 'vitest'
import { DEMO_ASSETS, DEMO_VEHICLES, REGULAR_UNKNOWN_TAG } from '../demo-fleet.ts'
import { SiteCalendar } from './site-calendar.ts'
import { siteHistory } from './site-history.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const known = new Set([...DEMO_VEHICLES, ...DEMO_ASSETS].map(({ tag }) => tag))
const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)

/** Clocks that change within the 30 days, and days that begin far on either side of UTC's. */
describe.each([
  ['America/Bogota', '2026-11-20T21:30:00Z'],
  ['Europe/Madrid', '2026-11-02T08:15:00Z'],
  ['Pacific/Kiritimati', '2026-06-08T20:05:00Z'],
])('the history of a site in %s at %s', (timeZone, nowText) => {
  const now = Date.parse(nowText)
  const made = siteHistory({ now, timeZone, seed: 1 })
  const calendar = new SiteCalendar(timeZone)
  const today = calendar.dayOf(now)
  const arrivals = made.gates.flatMap(({ code, arrivals }) =>
    arrivals.map(({ entry, receivedAt }) => ({ code, entry, receivedAt })),
  )
  const reads = arrivals
    .filter(({ entry }) => entry.kind === 'read')
    .map(({ code, entry, receivedAt }) => {
      const { uid } = entry.data as ReadData
      const hour = Math.floor(calendar.minuteOf(entry.at) / 60)
      const isLate = receivedAt - entry.at > LATE_AFTER_MS
      return { code, uid, at: entry.at, receivedAt, isLate, hour, day: calendar.dayOf(entry.at) }
    })

  test('is of 30 whole days and today, with nothing after now', () => {
    expect(made.from).toBe(calendar.moment(today - 30, 0))
    expect(new Set(reads.map(({ day }) => day)).size).toBe(31)
    const wrong = arrivals.filter(({ entry: { at, age }, receivedAt }) => {
      return at < made.from || at > receivedAt || receivedAt > now || age !== receivedAt - at
    })
    expect(wrong).toEqual([])
  })

  test('is what a hub takes, under seqs without a hole and in the order of arrival', () => {
    for (const gate of made.gates) {
      const seqs = gate.arrivals.map(({ entry }) => entry.seq)
      expect(seqs).toEqual(seqs.map((_, i) => i + 1))
      const times = gate.arrivals.map(({ receivedAt }) => receivedAt)
      expect(times).toEqual(times.toSorted((a, b) => a - b))
    }
    const refused = arrivals.filter(
      ({ entry }) =>
        !isEntryKind(entry.kind) || !entryData[entry.kind].safeParse(entry.data).success,
    )
    expect(refused).toEqual([])
  })

  test('has rush hours by the site’s clocks, quiet nights and weekends', () => {
    const perHour = (hour: number) => reads.filter((read) => read.hour === hour).length
    const night = sum([0, 1, 2, 3, 4].map(perHour)) / 5
    for (const rush of [7, 16, 17]) expect(perHour(rush)).toBeGreaterThan(5 * night)
    expect(perHour(7)).toBeGreaterThan(perHour(10) * 1.2)
    const days = Array.from({ length: 30 }, (_, i) => today - 1 - i)
    const on = (weekdays: number[]) =>
      days
        .filter((day) => weekdays.includes(calendar.weekdayOf(day)))
        .map((day) => reads.filter((read) => read.day === day).length)
    expect(Math.max(...on([6]))).toBeLessThan(Math.min(...on([1, 2, 3, 4, 5])))
    expect(Math.max(...on([0]))).toBeLessThan(Math.min(...on([6])))
  })

  test('has every vehicle, and from 1 to 10 % of tags that nobody knows', () => {
    const uids = new Set(reads.map(({ uid }) => uid))
    expect(DEMO_VEHICLES.filter(({ tag }) => !uids.has(tag))).toEqual([])
    const unknown = reads.filter(({ uid }) => !known.has(uid))
    expect(unknown.length / reads.length).toBeGreaterThan(0.01)
    expect(unknown.length / reads.length).toBeLessThan(0.1)
    expect(unknown.filter(({ uid }) => uid === REGULAR_UNKNOWN_TAG).length).toBeGreaterThan(10)
  })

  test('has one gate whose reads of a weekday all came late, and no other late ones', () => {
    const { from, until } = made.outage
    const day = calendar.dayOf(from)
    expect([1, 2, 3, 4, 5]).toContain(calendar.weekdayOf(day))
    expect(calendar.moment(day, 0)).toBe(from)
    const held = reads.filter(
      ({ code, at }) => code === 'bodega-demo' && at >= from && at < until - LATE_AFTER_MS,
    )
    expect(held.length).toBeGreaterThan(20)
    expect(held.filter(({ receivedAt }) => receivedAt < until)).toEqual([])
    expect(reads.filter(({ isLate }) => isLate)).toEqual(held)
  })

  test('counts repeats only of tags that were read within the window before', () => {
    const readAt = new Map<string, number[]>()
    for (const { code, uid, at } of reads) {
      const key = `${code} ${uid}`
      readAt.set(key, [...(readAt.get(key) ?? []), at])
    }
    const repeats = arrivals.filter(({ entry }) => entry.kind === 'suppressed')
    expect(repeats.length).toBeGreaterThan(1000)
    const alone = repeats.filter(({ code, entry }) => {
      const before = readAt.get(`${code} ${(entry.data as ReadData).uid}`) ?? []
      return !before.some((at) => entry.at > at && entry.at - at < 60_000)
    })
    expect(alone).toEqual([])
  })

  test('measures every minute of the last hours at each gate, and thinly before', () => {
    for (const gate of made.gates) {
      const at = gate.arrivals.map(({ entry }) => (isTemperature(entry.data) ? entry.at : 0))
      const between = (from: number, until: number) =>
        at.filter((time) => time >= now - from && time < now - until).length
      expect(between(5 * HOUR_MS, HOUR_MS)).toBe(240)
      expect(between(20 * DAY_MS, 10 * DAY_MS)).toBe(80)
    }
  })
})

const isTemperature = (data: unknown) => (data as { type?: string }).type === 'temp'

describe('the history of a site', () => {
  const options = { now: Date.parse('2026-11-20T21:30:00Z'), timeZone: 'America/Bogota', seed: 1 }

  test('is the same for the same seed, and another for another', () => {
    expect(siteHistory(options)).toEqual(siteHistory(options))
    expect(siteHistory({ ...options, seed: 2 })).not.toEqual(siteHistory(options))
  })

  test('is longer an hour later, and its reads of before are the same', () => {
    const times = (now: number) =>
      siteHistory({ ...options, now }).gates.map(({ arrivals }) =>
        arrivals.filter(({ entry }) => entry.kind === 'read').map(({ entry }) => entry.at),
      )
    const later = times(options.now + HOUR_MS)
    const before = times(options.now)
    expect(before.map((gate, i) => later[i]?.slice(0, gate.length))).toEqual(before)
    expect(later.flat().length).toBeGreaterThan(before.flat().length)
  })
})
