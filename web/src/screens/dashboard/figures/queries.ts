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

/** Reads of the first call of the table; older ones are asked for when they are needed. */
export const FIRST_READS = 200

const SHARED = {
  // Long enough that the screen does not fetch again what was fetched ahead of it.
  staleTime: 5000,
  refetchOnWindowFocus: false,
} as const

/** The hub's clock is known to a second, from its answers. */
const CLOCK_FAULT_MS = 2000

/**
 * The span by which the pages behind this answer are asked for: an open end would go on with the clock, and
 * with it the newest 50,000 that the hub searches, so that the oldest rows fell out of the list meanwhile.
 */
function endedSpan(asked: TimeSpan, surely: number, { logs: [newest] }: LogsResponse): TimeSpan {
  const shown = newest ? Date.parse(newest.read_at) : -Infinity
  return { from: asked.from, to: asked.to ?? Math.max(surely, shown) }
}

/** The calls of the dashboard; each fails alone. Open ranges end when they are made. */
export function dashboardQueries(app: AppParts, site: SiteClock, filters: Filters) {
  const { api } = app
  const now = app.serverClock.now
  const { plate, tag, owner, known, range, from, to } = filters
  const when = { zone: site.timeZone, ...(range === 'custom' ? { range, from, to } : { range }) }
  const search = { plate, tag, owner, known }
  const span = () => spanOf(filters, site, now())
  const enabled = rangeFault(filters, site) === null
  // The figures of the range before would pass for those of a faulty one.
  const ofRange = { ...SHARED, enabled, ...(enabled ? { placeholderData: keepPreviousData } : {}) }
  return {
    reads: queryOptions({
      ...ofRange,
      queryKey: [...DASHBOARD_KEY, 'reads', when, search],
      queryFn: async ({ signal }) => {
        const asked = span()
        const surely = now() - CLOCK_FAULT_MS
        const found = await searchReads(api, { ...search, span: asked, limit: FIRST_READS, signal })
        return { ...found, span: endedSpan(asked, surely, found) }
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
