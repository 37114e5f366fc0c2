import { useQuery } from '@tanstack/react-query'
import { useApp } from '../../../app-parts.ts'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import type { Filters } from '../filters/filters.ts'
import { dashboardQueries } from './queries.ts'

/** One query for each figure, which loads, fails and is retried by itself. */
export function useFigures(site: SiteClock, filters: Filters) {
  const queries = dashboardQueries(useApp(), site, filters)
  return {
    reads: useQuery(queries.reads),
    unknown: useQuery(queries.unknown),
    today: useQuery(queries.today),
    daily: useQuery(queries.daily),
    hourly: useQuery(queries.hourly),
    top: useQuery(queries.top),
    heatmap: useQuery(queries.heatmap),
    trend: useQuery(queries.trend),
  }
}

/** The queries of the dashboard by the names of their figures. */
export type Figures = ReturnType<typeof useFigures>
