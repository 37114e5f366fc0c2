import type { TimeSpan } from '../../../api/reads/time-span.ts'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import type { Filters } from '../filters/filters.ts'

type Range = Pick<Filters, 'range' | 'from' | 'to'>

/** The range of a day (YYYY-MM-DD): the one that has a button where it is today or yesterday. */
export function dayRange(day: string, now: number, site: SiteClock): Range {
  const none = { from: '', to: '' }
  if (day === site.day(now)) return { range: 'today', ...none }
  if (day === site.day(site.startOfDay(now) - 1)) return { range: 'yesterday', ...none }
  return { range: 'custom', from: `${day}T00:00`, to: `${day}T23:59` }
}

/** The range of the hour that begins at this reading of the site's clocks, YYYY-MM-DDTHH:mm. */
export function hourRange(wall: string): Range {
  return { range: 'custom', from: wall, to: `${wall.slice(0, 13)}:59` }
}

/** The part of a range of dates that lies in a span: the first and the last figure of one count no more. */
export function partOf({ range, from, to }: Range, span: TimeSpan, site: SiteClock): Range {
  const first = site.wall(span.from)
  const last = span.to === null ? to : site.wall(span.to)
  return { range, from: from < first ? first : from, to: to > last ? last : to }
}
