import type { TimeSpan } from '../../../api/reads/time-span.ts'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import { endOfMinute } from '../../../site-time/wall-time.ts'
import { DASHBOARD_TEXTS } from '../../../texts/reads/dashboard.ts'
import type { Filters } from './filters.ts'

/** The fault of a custom range. */
export type RangeFault = 'no-start' | 'upside-down'
type Range = Pick<Filters, 'range' | 'from' | 'to'>

const HOUR_MS = 3_600_000

/** Null where the range has no fault. */
export function rangeFault({ range, from, to }: Range, site: SiteClock): RangeFault | null {
  if (range !== 'custom') return null
  if (from === '') return 'no-start'
  return to !== '' && site.instant(from, 'first') > endOfMinute(to, site) ? 'upside-down' : null
}

/** The span of a range without fault at this moment; the whole last minute is in it. */
export function spanOf({ range, from, to }: Range, site: SiteClock, now: number): TimeSpan {
  switch (range) {
    case 'today':
      return { from: site.startOfDay(now), to: null }
    case '24h':
      return { from: now - 24 * HOUR_MS, to: null }
    case 'yesterday':
      return { from: startOfDay(now, -1, site), to: site.startOfDay(now) - 1 }
    case '7d':
      return { from: startOfDay(now, -6, site), to: null }
    case '30d':
      return { from: startOfDay(now, -29, site), to: null }
    case 'last-week': {
      const monday = -((dateOf(now, site).getUTCDay() + 6) % 7)
      return { from: startOfDay(now, monday - 7, site), to: startOfDay(now, monday, site) - 1 }
    }
    case 'last-month': {
      const first = 1 - dateOf(now, site).getUTCDate()
      const days = dateOf(startOfDay(now, first - 1, site), site).getUTCDate()
      return { from: startOfDay(now, first - days, site), to: startOfDay(now, first, site) - 1 }
    }
    case 'custom':
      return { from: site.instant(from, 'first'), to: to === '' ? null : endOfMinute(to, site) }
  }
}

/** The site's date at a moment, as noon in UTC. */
function dateOf(at: number, site: SiteClock): Date {
  return new Date(`${site.day(at)}T12:00Z`)
}

/** The start of the site's day that is `days` away from that of `now`. */
function startOfDay(now: number, days: number, site: SiteClock): number {
  const noon = dateOf(now, site).getTime() + days * 24 * HOUR_MS
  return site.instant(`${new Date(noon).toISOString().slice(0, 10)}T00:00`, 'first')
}

/** True where the span has ended by `now`. */
export function isOver({ to }: TimeSpan, now: number): boolean {
  return to !== null && to < now
}

/** A span’s ends by the site’s clocks, in words. */
export function spanText({ from, to }: TimeSpan, site: SiteClock): string {
  const end = to === null ? DASHBOARD_TEXTS.dashboard.now : site.full(to)
  return DASHBOARD_TEXTS.dashboard.span(site.full(from), end)
}
