import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { fetchToday, searchReads } from '../../../api/reads/search-reads.ts'
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

/** Rows of the table at first, and after each press of «Cargar más». */
export const READ_LIMITS = [200, 1000, 5000] as const

const SHARED = {
  // Long enough that the screen does not fetch again what was fetched ahead of it.
  staleTime: 5000,
  refetchOnWindowFocus: false,
} as const

/** The calls of the dashboard; each fails alone. Open ranges end when they are made. */
export function dashboardQueries(app: AppParts, site: SiteClock, filters: Filters) {
  const { api } = app
  const now = app.serverClock.now
  const { plate, tag, owner, known, range, from, to } = filters
  const when = { zone: site.timeZone, ...(range === 'custom' ? { range, from, to } : { range }) }
  const span = () => spanOf(filters, site, now())
  const enabled = rangeFault(filters, site) === null
  // The figures of the range before would pass for those of a faulty one.
  const ofRange = { ...SHARED, enabled, ...(enabled ? { placeholderData: keepPreviousData } : {}) }
  return {
    reads: (limit: number) =>
      queryOptions({
        ...ofRange,
        queryKey: [...DASHBOARD_KEY, 'reads', when, { plate, tag, owner, known }, limit],
        queryFn: ({ signal }) =>
          searchReads(api, { plate, tag, owner, known, span: span(), limit, signal }),
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
