import type { TimeSpan } from '../../api/reads/time-span.ts'
import type { SiteClock } from '../../site-time/site-clock.ts'
import { endOfMinute } from '../../site-time/wall-time.ts'
import type { LiveFilters } from './live-filters.ts'

type Dates = Pick<LiveFilters, 'from' | 'to'>

/** True where «Desde» comes after «Hasta». */
export function isUpsideDown({ from, to }: Dates, site: SiteClock): boolean {
  return from !== '' && to !== '' && site.instant(from, 'first') > endOfMinute(to, site)
}

/**
 * The span of dates that are not upside down: without a start from the beginning of the day of its
 * end, without dates the whole day of `now`. The whole last minute is in it.
 */
export function liveSpan({ from, to }: Dates, site: SiteClock, now: number): TimeSpan {
  const end = to === '' ? null : endOfMinute(to, site)
  return { from: from === '' ? site.startOfDay(end ?? now) : site.instant(from, 'first'), to: end }
}
