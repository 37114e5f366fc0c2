import { expect, it } from 'vitest'
import { createSiteClock } from '../../site-time/site-clock.ts'
import { rangeText } from './range-text.ts'

const site = createSiteClock('America/Bogota')
const said = (from: string, until: string) =>
  rangeText({ from: site.instant(from, 'first'), to: site.instant(until, 'first') - 1 }, site)

it.each([
  ['2026-10-01T00:00', '2026-11-01T00:00', 'octubre 2026'],
  ['2026-12-01T00:00', '2027-01-01T00:00', 'diciembre 2026'],
])('names the month that a range from %s to %s is', (from, until, text) => {
  expect(said(from, until)).toBe(text)
})

it.each([
  ['2026-10-01T00:00', '2026-10-31T23:59'],
  ['2026-10-01T00:01', '2026-11-01T00:00'],
  ['2026-10-01T00:00', '2026-12-01T00:00'],
  ['2025-10-01T00:00', '2026-11-01T00:00'],
])('has both ends of a range that is no month: from %s to %s', (from, until) => {
  expect(said(from, until)).toMatch(/^01\/10\/202\d 00:0\d – \d\d\/\d\d\/2026 \d\d:\d\d$/)
})

it('has the beginning of a range that has no end yet', () => {
  expect(rangeText({ from: site.instant('2026-10-01T00:00', 'first'), to: null }, site)).toMatch(
    /^01\/10\/2026 00:00/,
  )
})
