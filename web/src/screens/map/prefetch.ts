import { mapAgentsQuery } from '../../api/agents/agent-lists.ts'
import { queriesOf } from '../../api/http/query-client.ts'
import { publicConfigQuery } from '../../api/settings/public-config.ts'
import type { AppParts } from '../../app-parts.ts'

/** Starts the calls of the map before it is there to make them. */
export async function prefetch(app: AppParts): Promise<void> {
  const queries = queriesOf(app)
  await Promise.all([
    queries.prefetchQuery(publicConfigQuery(app.api)),
    queries.prefetchQuery(mapAgentsQuery(app)),
  ])
}
