import { HOURLY_DAYS_MAX } from '@vehicle-control/protocol'
import { FIRST_READ_AT } from '../../entries/entry-time.ts'
import type { Span } from '../../store/reports/spans.ts'
import type { SiteDay } from '../site-days.ts'
import { requireOrder } from '../http/query-fields.ts'
import type { ApiParts } from '../parts.ts'

const HOURLY_MAX_MS = HOURLY_DAYS_MAX * 24 * 3_600_000
/** An edge's clock may be ahead of the hub's. */
const AHEAD_MAX_MS = 24 * 3_600_000

/** What tells days from hours, and now from then. */
export type SiteClock = Pick<ApiParts, 'site' | 'now'>

/** Whether a series of this span is by the day. */
export function isLong({ from, until }: Span): boolean {
  return until - from > HOURLY_MAX_MS + 1
}

/** The part of a range in which there can be reads, which bounds the number of its days. */
export function possible({ from, until }: Span, now: number): Span {
  return { from: Math.max(from, FIRST_READ_AT), until: Math.min(until, now + AHEAD_MAX_MS) }
}

/** The requested range, both ends included; absent: `to` is now, `from` the start of that day. */
export function spanOf(
  query: { from?: number | undefined; to?: number | undefined },
  { site, now }: SiteClock,
): Span {
  const to = query.to ?? now()
  const from = query.from ?? site.startOfDay(to)
  requireOrder({ from, to })
  return { from, until: to + 1 }
}

/**
 * The last `count` days, up to the moment `to`, which is part of them: figures that end at one moment
 * agree, whenever each is asked for. Absent: today, with what clocks that are ahead put later in it.
 */
export function daysUntil(
  to: number | undefined,
  count: number,
  { site, now }: SiteClock,
): SiteDay[] {
  const end = to === undefined ? now() : Math.max(FIRST_READ_AT, to)
  const days = site.lastDays(end, count)
  const last = days.at(-1)
  if (to !== undefined && last) last.until = end + 1
  return days
}
