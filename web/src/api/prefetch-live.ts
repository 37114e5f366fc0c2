import type { AppParts } from '../app-parts.ts'
import { publicConfigQuery } from './public-config.ts'
import { rfidStatusQuery } from './rfid-status.ts'

/** Starts the calls of the live screen before it is there to make them. */
export async function prefetchLive({ api, loadQueries }: AppParts): Promise<void> {
  const queries = await loadQueries()
  await Promise.all([
    queries.prefetchQuery(publicConfigQuery(api)),
    queries.prefetchQuery(rfidStatusQuery(api)),
  ])
}
