import type { AppParts } from '../app-parts.ts'
import { publicConfigQuery } from './public-config.ts'
import { queriesOf } from './query-client.ts'
import { rfidStatusQuery } from './rfid-status.ts'

/** Starts the calls of the live screen before it is there to make them. */
export async function prefetchLive(app: AppParts): Promise<void> {
  const queries = queriesOf(app)
  await Promise.all([
    queries.prefetchQuery(publicConfigQuery(app.api)),
    queries.prefetchQuery(rfidStatusQuery(app.api)),
  ])
}
