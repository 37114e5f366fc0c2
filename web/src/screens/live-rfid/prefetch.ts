import { queriesOf } from '../../api/http/query-client.ts'
import { rfidStatusQuery } from '../../api/reads/rfid-status.ts'
import { lastTimeZone, publicConfigQuery } from '../../api/settings/public-config.ts'
import type { AppParts } from '../../app-parts.ts'

/** Starts the calls of the live screen while its code is loading. */
export async function prefetch(app: AppParts): Promise<void> {
  const queries = queriesOf(app)
  // Creates the zone's formats, which is slow, while files are loading.
  lastTimeZone(app.storage)
  await Promise.all([
    queries.prefetchQuery(publicConfigQuery(app.api)),
    queries.prefetchQuery(rfidStatusQuery(app.api)),
  ])
}
