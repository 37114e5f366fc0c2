import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { LogsResponse } from '@vehicle-control/protocol'
import { fetchToday, fetchUnknownToday, searchReads } from '../../../api/reads/search-reads.ts'
import type { TimeSpan } from '../../../api/reads/time-span.ts'
import {
  fetchDaily,
  fetchHeatmap,
  fetchHourly,
  fetchTopVehicles,
  fetchTrend,
} from '../../../api/reports/read-figures.ts'
import type { AppParts } from '../../../app-parts.ts'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import type { Filters } from '../filters/filters.ts'
import { rangeFault, spanOf } from '../filters/range.ts'

/** The first part of every query key of the dashboard. */
export const DASHBOARD_KEY = ['dashboard'] as const

/** How many reads the table's first call asks for; older ones are fetched when needed. */
export const FIRST_READS = 200

const SHARED = {
  // Long enough that the screen does not repeat what was prefetched.
  staleTime: 5000,
  refetchOnWindowFocus: false,
} as const

/** How far this browser's idea of the hub's clock may be off: answers have it in whole seconds. */
const CLOCK_FAULT_MS = 2000

/**
 * The span by which the later pages of this answer are fetched. With an open end, the newest 50,000
 * reads that the hub searches would move on with the clock, and the oldest rows would fall out of
 * the list.
 */
function endedSpan(asked: TimeSpan, safeEnd: number, { logs: [newest] }: LogsResponse): TimeSpan {
  const shown = newest ? Date.parse(newest.read_at) : -Infinity
  return { from: asked.from, to: asked.to ?? Math.max(safeEnd, shown) }
}

/** The calls of the dashboard; each fails alone. An open range ends when its call is made. */
export function dashboardQueries(app: AppParts, site: SiteClock, filters: Filters) {
  const { api } = app
  const now = app.serverClock.now
  const { plate, tag, owner, known, range, from, to } = filters
  const when = { zone: site.timeZone, ...(range === 'custom' ? { range, from, to } : { range }) }
  const search = { plate, tag, owner, known }
  const span = () => spanOf(filters, site, now())
  const enabled = rangeFault(filters, site) === null
  // Not with a faulty range: the previous range's figures would be taken for its own.
  const ofRange = { ...SHARED, enabled, ...(enabled ? { placeholderData: keepPreviousData } : {}) }
  return {
    reads: queryOptions({
      ...ofRange,
      queryKey: [...DASHBOARD_KEY, 'reads', when, search],
      queryFn: async ({ signal }) => {
        const asked = span()
        const safeEnd = now() - CLOCK_FAULT_MS
        const found = await searchReads(api, { ...search, span: asked, limit: FIRST_READS, signal })
        return { ...found, span: endedSpan(asked, safeEnd, found) }
      },
    }),
    unknown: queryOptions({
      ...SHARED,
      queryKey: [...DASHBOARD_KEY, 'unknown'],
      queryFn: ({ signal }) => fetchUnknownToday(api, signal),
    }),
    today: queryOptions({
      ...SHARED,
      queryKey: [...DASHBOARD_KEY, 'today'],
      queryFn: ({ signal }) => fetchToday(api, signal),
    }),
    daily: queryOptions({
      ...SHARED,
      queryKey: [...DASHBOARD_KEY, 'daily'],
      queryFn: ({ signal }) => fetchDaily(api, signal),
    }),
    hourly: queryOptions({
      ...ofRange,
      queryKey: [...DASHBOARD_KEY, 'hourly', when],
      queryFn: async ({ signal }) => {
        const asked = span()
        return { ...(await fetchHourly(api, asked, signal)), span: asked }
      },
    }),
    top: queryOptions({
      ...ofRange,
      queryKey: [...DASHBOARD_KEY, 'top', when],
      queryFn: ({ signal }) => fetchTopVehicles(api, span(), signal),
    }),
    heatmap: queryOptions({
      ...SHARED,
      queryKey: [...DASHBOARD_KEY, 'heatmap'],
      queryFn: ({ signal }) => fetchHeatmap(api, now(), signal),
    }),
    trend: queryOptions({
      ...SHARED,
      queryKey: [...DASHBOARD_KEY, 'trend'],
      queryFn: ({ signal }) => fetchTrend(api, now(), signal),
    }),
  }
}
