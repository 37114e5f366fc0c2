import { expect, it } from 'vitest'
import { createSiteClock } from '../../../site-time/site-clock.ts'
import { readFilters, writeFilters, DEFAULT_FILTERS } from '../filters/filters.ts'
import { spanOf } from '../filters/range.ts'
import { dayRange, hourAt, hourRange, partOf } from './drill-range.ts'

const site = createSiteClock('America/Bogota')
/** Tuesday, 22:59 in Bogotá. */
const NOW = Date.parse('2026-03-11T03:59:00Z')

it.each([
  ['2026-03-10', 'today'],
  ['2026-03-09', 'yesterday'],
  ['2026-03-08', 'custom'],
])('the day %s is the range «%s», and whole', (day, range) => {
  const found = dayRange(day, NOW, site)
  expect(found.range).toBe(range)
  const start = Date.parse(`${day}T05:00:00.000Z`)
  const to = range === 'today' ? null : start + 86_400_000 - 1
  expect(spanOf(found, site, NOW)).toEqual({ from: start, to })
})

it('an hour is its sixty minutes', () => {
  const from = Date.parse('2026-03-08T13:00:00.000Z')
  expect(spanOf(hourRange('2026-03-08T08:00'), site, NOW)).toEqual({ from, to: from + 3_599_999 })
})

it('an hour at the end of a range is the part that its figure counts', () => {
  const from = Date.parse('2026-03-08T13:20:30.000Z')
  const part = (wall: string, to: number | null) => partOf(hourRange(wall), { from, to }, site)
  expect(part('2026-03-08T08:00', null)).toMatchObject({
    from: '2026-03-08T08:20',
    to: '2026-03-08T08:59',
  })
  expect(part('2026-03-08T09:00', from + 3_599_999)).toMatchObject({
    from: '2026-03-08T09:00',
    to: '2026-03-08T09:20',
  })
  expect(part('2026-03-08T10:00', null)).toEqual(hourRange('2026-03-08T10:00'))
})

it.each([
  ['Europe/Madrid', '2026-10-25T00:00Z', '02:00', 60],
  ['Europe/Madrid', '2026-10-25T01:00Z', '02:00', 60],
  ['Europe/Madrid', '2026-10-24T23:00Z', '01:00', 60],
  ['Europe/Madrid', '2026-10-25T02:00Z', '03:00', 60],
  ['America/Santiago', '2026-04-05T02:00Z', '23:00', 60],
  ['America/Santiago', '2026-04-05T03:00Z', '23:00', 60],
  ['America/Santiago', '2026-04-05T04:00Z', '00:00', 60],
  // Half an hour is there twice: what is before the change, and what is after it.
  ['Australia/Lord_Howe', '2026-04-04T14:00Z', '01:00', 60],
  ['Australia/Lord_Howe', '2026-04-04T15:00Z', '01:30', 30],
])('a bar in %s at %s is its own hour, also in the address', (zone, start, hour, minutes) => {
  const clock = createSiteClock(zone)
  const from = Date.parse(start)
  expect(clock.clock(from)).toBe(`${hour}:00`)
  const filters = { ...DEFAULT_FILTERS, ...hourAt(from, clock) }
  const held = readFilters(
    new URLSearchParams(String(writeFilters(filters, new URLSearchParams()))),
  )
  const span = { from, to: from + minutes * 60_000 - 1 }
  expect(spanOf(held, clock, NOW)).toEqual(span)
  expect(spanOf(partOf(held, span, clock), clock, NOW)).toEqual(span)
})

it('a cell of the heatmap is both hours of its name, of which its figure counts both', () => {
  const from = Date.parse('2026-10-25T00:00Z')
  const span = spanOf(hourRange('2026-10-25T02:00'), createSiteClock('Europe/Madrid'), NOW)
  expect(span).toEqual({ from, to: from + 7_200_000 - 1 })
})
