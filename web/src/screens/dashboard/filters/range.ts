import { HOURLY_DAYS_MAX } from '@vehicle-control/protocol/limits'
import type { TimeSpan } from '../../../api/reads/time-span.ts'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import { DASHBOARD_TEXTS } from '../../../texts/dashboard.ts'
import type { Filters } from './filters.ts'

/** What keeps a custom range from being one. */
export type RangeFault = 'no-start' | 'upside-down'
type Range = Pick<Filters, 'range' | 'from' | 'to'>

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** What is wrong with a range; null where nothing is. */
export function rangeFault({ range, from, to }: Range, site: SiteClock): RangeFault | null {
  if (range !== 'custom') return null
  if (from === '') return 'no-start'
  return to !== '' && site.instant(from, 'first') > endOf(to, site) ? 'upside-down' : null
}

/** The time that a range without fault means now: its last minute is in it whole. */
export function spanOf({ range, from, to }: Range, site: SiteClock, now: number): TimeSpan {
  switch (range) {
    case 'today':
      return { from: site.startOfDay(now), to: null }
    case '24h':
      return { from: now - 24 * HOUR_MS, to: null }
    case 'custom':
      return { from: site.instant(from, 'first'), to: to === '' ? null : endOf(to, site) }
  }
}

/** Whether no new read can come into a span. */
export function isOver({ to }: TimeSpan, now: number): boolean {
  return to !== null && to < now
}

/** Whether a span is short enough to be shown by the hour. */
export function fitsHours({ from, to }: TimeSpan, now: number): boolean {
  return (to ?? now) - from <= HOURLY_DAYS_MAX * 24 * HOUR_MS
}

/** A span in words. */
export function spanText({ from, to }: TimeSpan, site: SiteClock): string {
  const end = to === null ? DASHBOARD_TEXTS.dashboard.now : site.full(to)
  return DASHBOARD_TEXTS.dashboard.span(site.full(from), end)
}

function endOf(wall: string, site: SiteClock): number {
  return site.instant(wall, 'last') + MINUTE_MS - 1
}
