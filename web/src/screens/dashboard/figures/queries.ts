import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  fetchDaily,
  fetchHeatmap,
  fetchHourly,
  fetchTopVehicles,
  fetchTrend,
} from '../../../api/reports/read-figures.ts'
import { fetchToday, searchReads } from '../../../api/reads/search-reads.ts'
import type { AppParts } from '../../../app-parts.ts'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import type { Filters } from '../filters/filters.ts'
import { fitsHours, rangeFault, spanOf } from '../filters/range.ts'

/** What all of the dashboard's data is kept under. */
export const DASHBOARD_KEY = ['dashboard'] as const

/** Rows of the table at first; the next steps are for who asks. */
export const READ_LIMITS = [200, 1000, 5000] as const

const SHARED = {
  // What was fetched ahead of the screen is not fetched again by it.
  staleTime: 5000,
  refetchOnWindowFocus: false,
} as const

/** The calls of the dashboard; each fails alone. Open ranges end when they are made. */
export function dashboardQueries(app: AppParts, site: SiteClock, filters: Filters) {
  const { api } = app
  const now = app.serverClock.now
  const { plate, tag, owner, range, from, to } = filters
  const when = { zone: site.timeZone, ...(range === 'custom' ? { range, from, to } : { range }) }
  const span = () => spanOf(filters, site, now())
  const enabled = rangeFault(filters, site) === null
  // While a range is no range, the figures of the last one would pass for its own.
  const ofRange = { ...SHARED, enabled, ...(enabled ? { placeholderData: keepPreviousData } : {}) }
  return {
    reads: (limit: number) =>
      queryOptions({
        ...ofRange,
        queryKey: [...DASHBOARD_KEY, 'reads', when, { plate, tag, owner }, limit],
        queryFn: ({ signal }) =>
          searchReads(api, { plate, tag, owner, span: span(), limit, signal }),
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
      queryFn: ({ signal }) => fetchHourly(api, span(), signal),
      enabled: enabled && fitsHours(span(), now()),
    }),
    top: queryOptions({
      ...ofRange,
      queryKey: [...DASHBOARD_KEY, 'top', when],
      queryFn: ({ signal }) => fetchTopVehicles(api, span(), signal),
    }),
    heatmap: queryOptions({
      ...SHARED,
      queryKey: [...DASHBOARD_KEY, 'heatmap'],
      queryFn: ({ signal }) => fetchHeatmap(api, signal),
    }),
    trend: queryOptions({
      ...SHARED,
      queryKey: [...DASHBOARD_KEY, 'trend'],
      queryFn: ({ signal }) => fetchTrend(api, now(), signal),
    }),
  }
}
