import {
  DailyResponse,
  HeatmapResponse,
  HourlyResponse,
  ReportResponse,
  TodayResponse,
  TopVehiclesResponse,
} from '@vehicle-control/protocol'
import { z } from 'zod'
import type { ReadFilters } from '../../store/reads/read-filters.ts'
import { countReads } from '../../store/reports/count-reads.ts'
import { topVehicles } from '../../store/reports/figures.ts'
import { countsOfDay } from '../../store/reports/today.ts'
import { declareCall } from '../http/call.ts'
import { EVERY_ACCOUNT } from '../http/callers.ts'
import { requireOwners } from '../http/answers/owners.ts'
import { known, range, searchText, wholeNumber } from '../http/query-fields.ts'
import type { ApiParts } from '../parts.ts'
import { reportOfSearch, reportOfSite } from './report.ts'
import { daysUntil, isLong, possible, type SiteClock, spanOf } from './report-span.ts'

const DASHBOARD_DAYS = 30

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
    summary: 'Reads a day, the last ones, until to where it is given',
    query: z.object({ days: wholeNumber(400, DASHBOARD_DAYS), to: range.to }),
    answer: DailyResponse,
    handle: ({ query: { days, to } }, parts) => daily(parts, days, to),
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
      const isByDay = isLong(span)
      const units = isByDay ? site.days(possible(span, now())) : site.hours(span)
      const totals = await countReads(readOnly, units)
      return {
        unit: isByDay ? ('day' as const) : ('hour' as const),
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
    id: 'report',
    method: 'GET',
    path: '/api/rfid/stats/report',
    who: EVERY_ACCOUNT,
    summary:
      'The figures of a report, of the reads that fit plate, owner and tag alone where any is given; of today unless told otherwise',
    query: z.object({ ...range, plate: searchText, owner: searchText, q: searchText, known }),
    answer: ReportResponse,
    // A search reads up to 200,000 rows, and without one each agent's quarters of an hour are summed
    // up, of which a long range of many agents has millions.
    isExport: () => true,
    async handle({ query: { from, to, ...filters }, session }, { searches, site, now }) {
      if (filters.owner !== undefined) requireOwners(session)
      const span = possible(spanOf({ from, to }, { site, now }), now())
      const parts = { searches, site, now }
      return await (isSearched(filters)
        ? reportOfSearch(span, filters, parts)
        : reportOfSite(span, parts))
    },
  }),
  declareCall({
    id: 'heatmap',
    method: 'GET',
    path: '/api/rfid/stats/heatmap',
    who: EVERY_ACCOUNT,
    summary: 'Reads by day of the week and hour, over the last days, until to where it is given',
    query: z.object({ days: wholeNumber(90, 7), to: range.to }),
    answer: HeatmapResponse,
    async handle({ query }, { readOnly, site, now }) {
      const days = daysUntil(query.to, query.days, { site, now })
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

async function daily(
  { readOnly, site, now }: SiteClock & Pick<ApiParts, 'readOnly'>,
  count: number,
  to?: number,
) {
  const days = daysUntil(to, count, { site, now })
  const totals = await countReads(readOnly, days)
  return { days: days.map(({ day }, i) => ({ day, total: totals[i] ?? 0 })) }
}

function isSearched({ plate, owner, q, known }: ReadFilters): boolean {
  return Boolean(plate || owner || q) || known !== undefined
}
