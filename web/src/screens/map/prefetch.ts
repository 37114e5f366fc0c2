import { agentStatusQuery, mapAgentsQuery } from '../../api/agents/agent-lists.ts'
import { queriesOf } from '../../api/http/query-client.ts'
import { lastTimeZone, publicConfigQuery } from '../../api/settings/public-config.ts'
import type { AppParts } from '../../app-parts.ts'
import { LaterMap } from './later-map.ts'

/**
 * Starts the calls of the map or of the status view while the screen's code is loading, and loads
 * the map.
 */
export async function prefetch(app: AppParts, search: string): Promise<void> {
  const queries = queriesOf(app)
  // Creates the zone's formats, which is slow, while files are loading.
  lastTimeZone(app.storage)
  const isStatus = new URLSearchParams(search).get('view') === 'status'
  await Promise.all([
    queries.prefetchQuery(publicConfigQuery(app.api)),
    isStatus
      ? queries.prefetchQuery(agentStatusQuery(app))
      : queries.prefetchQuery(mapAgentsQuery(app)),
    isStatus || LaterMap.load(),
  ])
}
