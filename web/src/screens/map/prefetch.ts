import { agentStatusQuery, mapAgentsQuery } from '../../api/agents/agent-lists.ts'
import { queriesOf } from '../../api/http/query-client.ts'
import { publicConfigQuery } from '../../api/settings/public-config.ts'
import type { AppParts } from '../../app-parts.ts'

/** Starts the calls of the map, or of the status view, before it is there to make them. */
export async function prefetch(app: AppParts, search: string): Promise<void> {
  const queries = queriesOf(app)
  const isStatus = new URLSearchParams(search).get('view') === 'status'
  await Promise.all([
    queries.prefetchQuery(publicConfigQuery(app.api)),
    isStatus
      ? queries.prefetchQuery(agentStatusQuery(app))
      : queries.prefetchQuery(mapAgentsQuery(app)),
  ])
}
