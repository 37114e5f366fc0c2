import { expect, it } from 'vitest'
import { createSiteClock } from '../../../site-time/site-clock.ts'
import { spanOf } from '../filters/range.ts'
import { dayRange, hourRange, partOf } from './drill-range.ts'

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
