import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CLOCKS_AGREE_MS, HUB_TIME_FRESH_MS, knownTime, listAge } from './known-time.ts'

const NOW = Date.UTC(2026, 2, 2, 10)
const DAY = 86_400_000
const said = (atMs: number, agoMs: number | null) => ({ atMs, agoMs })

it.each<[string, Parameters<typeof knownTime>[0], number | null, number | null]>([
  ['nobody says one', { ntpMs: null, hub: null }, null, null],
  ['NTP alone says one', { ntpMs: NOW, hub: null }, NOW, null],
  ['the hub alone said one', { ntpMs: null, hub: said(NOW - DAY, DAY) }, NOW, NOW - DAY],
  ['both agree', { ntpMs: NOW, hub: said(NOW - DAY, DAY + CLOCKS_AGREE_MS) }, NOW, NOW - DAY],
  [
    'they are further apart',
    { ntpMs: NOW, hub: said(NOW - DAY, DAY + CLOCKS_AGREE_MS + 1) },
    null,
    NOW - DAY,
  ],
  ['NTP is ahead of the hub', { ntpMs: NOW + CLOCKS_AGREE_MS + 1, hub: said(NOW, 0) }, null, NOW],
  ['the hub is not fresh', { ntpMs: null, hub: said(NOW, HUB_TIME_FRESH_MS + 1) }, null, NOW],
  [
    'NTP goes on without it',
    { ntpMs: NOW + 30 * DAY, hub: said(NOW, HUB_TIME_FRESH_MS + 1) },
    NOW + 30 * DAY,
    NOW,
  ],
  ['the boot had none', { ntpMs: null, hub: said(NOW, null) }, null, NOW],
  ['NTP is there after a boot', { ntpMs: NOW + DAY, hub: said(NOW, null) }, NOW + DAY, NOW],
  ['NTP says 1970 after a boot', { ntpMs: 5000, hub: said(NOW, null) }, null, NOW],
  [
    'NTP is a little behind the floor',
    { ntpMs: NOW - CLOCKS_AGREE_MS, hub: said(NOW, null) },
    NOW - CLOCKS_AGREE_MS,
    NOW,
  ],
])('where %s', (_, facts, nowMs, floorMs) => {
  expect(knownTime(facts)).toEqual({ nowMs, floorMs })
})

it('lowers the floor with a newer word of the hub, and never raises it by another clock', () => {
  expect(knownTime({ ntpMs: null, hub: said(NOW + DAY, 10) }).floorMs).toBe(NOW + DAY)
  expect(knownTime({ ntpMs: null, hub: said(NOW, 10) }).floorMs).toBe(NOW)
  fc.assert(
    fc.property(
      fc.option(fc.nat(2e12)),
      fc.nat(2e12),
      fc.option(fc.nat(HUB_TIME_FRESH_MS * 2)),
      (ntpMs, atMs, agoMs) => {
        const { nowMs, floorMs } = knownTime({ ntpMs, hub: said(atMs, agoMs) })
        expect(floorMs).toBe(atMs)
        if (nowMs !== null) expect(nowMs).toBeGreaterThanOrEqual(atMs - CLOCKS_AGREE_MS)
      },
    ),
  )
})

it.each<[string, ReturnType<typeof said> | null, number | null, number | null]>([
  ['never', null, NOW, null],
  ['in this boot', said(NOW - DAY, 7), null, 7],
  ['before a boot without time', said(NOW - DAY, null), null, null],
  ['before a boot with time', said(NOW - DAY, null), NOW, DAY],
  ['a moment ago by a clock that is a little behind', said(NOW, null), NOW - 1000, 0],
  ['in the future', said(NOW + DAY, null), NOW, null],
])('knows the age of a list that was confirmed %s', (_, confirmed, nowMs, age) => {
  expect(listAge(confirmed, nowMs)).toBe(age)
})
