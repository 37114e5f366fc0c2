import { queriesOf } from '../../api/http/query-client.ts'
import { lastTimeZone, publicConfigQuery } from '../../api/settings/public-config.ts'
import type { AppParts } from '../../app-parts.ts'
import { isWallSearch } from '../../components/wall/wall.ts'
import { createSiteClock } from '../../site-time/site-clock.ts'
import { dashboardQueries } from './figures/queries.ts'
import { DEFAULT_FILTERS, readFilters } from './filters/filters.ts'
import { rangeFault } from './filters/range.ts'

/** Starts the calls of the dashboard while its code is loading. */
export async function prefetch(app: AppParts, search: string): Promise<void> {
  const client = queriesOf(app)
  const config = client.fetchQuery(publicConfigQuery(app.api))
  const timeZone = lastTimeZone(app.storage) ?? (await config).timeZone
  const site = createSiteClock(timeZone)
  // A wall has no filters, no table and no list of vehicles.
  const isWall = isWallSearch(search)
  const filters = isWall ? DEFAULT_FILTERS : readFilters(new URLSearchParams(search))
  const { reads, top, hourly, ...always } = dashboardQueries(app, site, filters)
  const ofTable = () => [client.prefetchQuery(reads), client.prefetchQuery(top)]
  const ofRange = () => [client.prefetchQuery(hourly), ...(isWall ? [] : ofTable())]
  await Promise.all([
    config,
    ...(rangeFault(filters, site) === null ? ofRange() : []),
    client.prefetchQuery(always.trend),
    client.prefetchQuery(always.today),
    client.prefetchQuery(always.unknown),
    client.prefetchQuery(always.daily),
    client.prefetchQuery(always.heatmap),
  ])
}
