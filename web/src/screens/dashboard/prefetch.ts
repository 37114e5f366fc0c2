import { queriesOf } from '../../api/http/query-client.ts'
import { lastTimeZone, publicConfigQuery } from '../../api/settings/public-config.ts'
import type { AppParts } from '../../app-parts.ts'
import { createSiteClock } from '../../site-time/site-clock.ts'
import { dashboardQueries } from './figures/queries.ts'
import { readFilters } from './filters/filters.ts'
import { rangeFault } from './filters/range.ts'

/** Starts the calls of the dashboard before it is there to make them. */
export async function prefetch(app: AppParts, search: string): Promise<void> {
  const client = queriesOf(app)
  const config = client.fetchQuery(publicConfigQuery(app.api))
  const timeZone = lastTimeZone(app.storage) ?? (await config).timeZone
  const site = createSiteClock(timeZone)
  const filters = readFilters(new URLSearchParams(search))
  const { reads, today, unknown, daily, hourly, top, heatmap, trend } = dashboardQueries(
    app,
    site,
    filters,
  )
  const ofRange = () => [
    client.prefetchQuery(reads),
    client.prefetchQuery(hourly),
    client.prefetchQuery(top),
  ]
  await Promise.all([
    config,
    ...(rangeFault(filters, site) === null ? ofRange() : []),
    client.prefetchQuery(trend),
    client.prefetchQuery(today),
    client.prefetchQuery(unknown),
    client.prefetchQuery(daily),
    client.prefetchQuery(heatmap),
  ])
}
