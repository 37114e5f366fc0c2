import {
  DailyResponse,
  HeatmapResponse,
  HOURLY_DAYS_MAX,
  HourlyResponse,
  TodayResponse,
  TopVehiclesResponse,
} from '@vehicle-control/protocol'
import { z } from 'zod'
import { FIRST_READ_AT } from '../../entries/entry-time.ts'
import { countReads } from '../../store/reports/count-reads.ts'
import { topVehicles } from '../../store/reports/figures.ts'
import { countsOfDay } from '../../store/reports/today.ts'
import type { Span } from '../../store/reports/spans.ts'
import { declareCall } from '../http/call.ts'
import { EVERY_ACCOUNT } from '../http/callers.ts'
import { range, requireOrder, wholeNumber } from '../http/query-fields.ts'
import type { ApiParts } from '../parts.ts'

const HOURLY_MAX_MS = HOURLY_DAYS_MAX * 24 * 3_600_000
const DASHBOARD_DAYS = 30
/** An edge's clock may be ahead of the hub's. */
const AHEAD_MAX_MS = 24 * 3_600_000

/** The dashboard's figures, by days and hours of the site's time zone. */
export const reportCalls = [
  declareCall({
    id: 'dailyReads',
    method: 'GET',
    path: '/api/rfid/logs/daily',
    who: EVERY_ACCOUNT,
    summary: 'Reads a day, the last 30',
    answer: DailyResponse,
    handle: (_, parts) => daily(parts, DASHBOARD_DAYS),
  }),
  declareCall({
    id: 'dailyStats',
    method: 'GET',
    path: '/api/rfid/stats/daily',
    who: EVERY_ACCOUNT,
    summary: 'Reads a day, the last ones',
    query: z.object({ days: wholeNumber(400, DASHBOARD_DAYS) }),
    answer: DailyResponse,
    handle: ({ query: { days } }, parts) => daily(parts, days),
  }),
  declareCall({
    id: 'hourlyStats',
    method: 'GET',
    path: '/api/rfid/stats/hourly',
    who: EVERY_ACCOUNT,
    summary: 'Reads an hour, over more than 92 days reads a day; of today unless told otherwise',
    query: z.object(range),
    answer: HourlyResponse,
    async handle({ query }, { readOnly, site, now }) {
      const span = spanOf(query, { site, now })
      const isLong = span.until - span.from > HOURLY_MAX_MS + 1
      const units = isLong ? site.days(possible(span, now())) : site.hours(span)
      const totals = await countReads(readOnly, units)
      return {
        unit: isLong ? ('day' as const) : ('hour' as const),
        hours: units.map(({ start }, i) => {
          return { hour: new Date(start).toISOString(), total: totals[i] ?? 0 }
        }),
      }
    },
  }),
  declareCall({
    id: 'topVehicles',
    method: 'GET',
    path: '/api/rfid/stats/top-vehicles',
    who: EVERY_ACCOUNT,
    summary: 'The vehicles with most reads; of today unless told otherwise',
    query: z.object({ ...range, limit: wholeNumber(100, 10) }),
    answer: TopVehiclesResponse,
    async handle({ query: { limit, ...query } }, { searches, site, now }) {
      // On the connections for searches: a short list cannot wait for a range of years.
      const span = spanOf(query, { site, now })
      return { top: await topVehicles(searches, { span, limit, now: now() }) }
    },
  }),
  declareCall({
    id: 'todayStats',
    method: 'GET',
    path: '/api/rfid/stats/today',
    who: EVERY_ACCOUNT,
    // A screen adds the events since its request to this answer, which may not be older.
    sharedForMs: 0,
    summary: 'Reads and repeats of today, of the site and of its agents, and the entries in them',
    answer: TodayResponse,
    async handle(_, { readOnly, site, now }) {
      const at = now()
      const span = { from: site.startOfDay(at), until: site.startOfDay(at, 1) }
      return {
        day: site.dayOf(at),
        from: new Date(span.from).toISOString(),
        until: new Date(span.until).toISOString(),
        ...(await countsOfDay(readOnly, span)),
      }
    },
  }),
  declareCall({
    id: 'heatmap',
    method: 'GET',
    path: '/api/rfid/stats/heatmap',
    who: EVERY_ACCOUNT,
    summary: 'Reads by day of the week and hour, over the last days',
    query: z.object({ days: wholeNumber(90, 7) }),
    answer: HeatmapResponse,
    async handle({ query }, { readOnly, site, now }) {
      const days = site.lastDays(now(), query.days)
      const hours = site.hours({ from: days[0]?.from ?? 0, until: days.at(-1)?.until ?? 0 })
      const totals = await countReads(readOnly, hours)
      const cells = Array.from({ length: 7 * 24 }, (_, i) => {
        return { dow: Math.floor(i / 24), hr: i % 24, total: 0 }
      })
      for (const [i, { dow, hr }] of hours.entries()) {
        const cell = cells[dow * 24 + hr]
        if (cell) cell.total += totals[i] ?? 0
      }
      return { cells }
    },
  }),
]

type Clock = Pick<ApiParts, 'site' | 'now'>

async function daily({ readOnly, site, now }: Clock & Pick<ApiParts, 'readOnly'>, count: number) {
  const days = site.lastDays(now(), count)
  const totals = await countReads(readOnly, days)
  return { days: days.map(({ day }, i) => ({ day, total: totals[i] ?? 0 })) }
}

/** The part of a range in which there can be reads, which bounds the number of its days. */
function possible({ from, until }: Span, now: number): Span {
  return { from: Math.max(from, FIRST_READ_AT), until: Math.min(until, now + AHEAD_MAX_MS) }
}

/** The requested range, both ends included; absent: `to` is now, `from` the start of that day. */
function spanOf(
  query: { from?: number | undefined; to?: number | undefined },
  { site, now }: Clock,
): Span {
  const to = query.to ?? now()
  const from = query.from ?? site.startOfDay(to)
  requireOrder({ from, to })
  return { from, until: to + 1 }
}
