import { queriesOf } from '../../api/http/query-client.ts'
import { rfidStatusQuery } from '../../api/reads/rfid-status.ts'
import { lastTimeZone, publicConfigQuery } from '../../api/settings/public-config.ts'
import type { AppParts } from '../../app-parts.ts'

/** Starts the calls of the live screen before it is there to make them. */
export async function prefetch(app: AppParts): Promise<void> {
  const queries = queriesOf(app)
  // Its formats take long to make: now, while files are on their way.
  lastTimeZone(app.storage)
  await Promise.all([
    queries.prefetchQuery(publicConfigQuery(app.api)),
    queries.prefetchQuery(rfidStatusQuery(app.api)),
  ])
}
