import type { TimeSpan } from '../../../api/reads/time-span.ts'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import type { Filters } from '../filters/filters.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

type Range = Pick<Filters, 'range' | 'from' | 'to'>

/** The range of a day (YYYY-MM-DD): that of a button where it is today or yesterday. */
export function dayRange(day: string, now: number, site: SiteClock): Range {
  const none = { from: '', to: '' }
  if (day === site.day(now)) return { range: 'today', ...none }
  if (day === site.day(site.startOfDay(now) - 1)) return { range: 'yesterday', ...none }
  return { range: 'custom', from: `${day}T00:00`, to: `${day}T23:59` }
}

/**
 * The range of the hour that begins at this reading of the site's clocks, YYYY-MM-DDTHH:mm; both
 * hours where the clocks show it twice.
 */
export function hourRange(wall: string): Range {
  return { range: 'custom', from: wall, to: `${wall.slice(0, 13)}:59` }
}

/** The range of the one hour that begins at a moment, also where its clocks show that hour twice. */
export function hourAt(at: number, site: SiteClock): Range {
  const reading = site.reading(at)
  const offset = reading - at
  let last = Math.floor(reading / HOUR_MS) * HOUR_MS + 59 * MINUTE_MS - offset
  // Where the clocks change in the middle of the hour, it ends there.
  while (last > at && site.reading(last) - last !== offset) last -= MINUTE_MS
  return { range: 'custom', from: site.named(at), to: site.named(last) }
}

/**
 * The part of a range of dates that lies in a span: the first and last figures count only that
 * part.
 */
export function partOf({ range, from, to }: Range, span: TimeSpan, site: SiteClock): Range {
  const isBefore = site.instant(from, 'first') < span.from
  const isBeyond = span.to !== null && site.instant(to, 'last') > span.to
  return {
    range,
    from: isBefore ? site.named(span.from) : from,
    to: isBeyond ? site.named(span.to ?? 0) : to,
  }
}
