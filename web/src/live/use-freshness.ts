import { useStore } from '../browser/external-store.ts'
import { useLiveLink } from './LiveLink.tsx'

/** Whether the data shown is stale, and since when by the browser's clock (null: it is live). */
export interface Freshness {
  isStale: boolean
  since: number | null
}

/**
 * How fresh data is that was loaded at `loadedAt` (null: never) and follows events since. A loss of
 * a few seconds does not count; without the socket the last answer is the newest.
 */
export function useFreshness(loadedAt: number | null): Freshness {
  const { connection } = useLiveLink()
  const isStale = useStore(
    connection.state,
    ({ phase }) => phase === 'reconnecting' || phase === 'disconnected',
  )
  const lostAt = useStore(connection.state, (state) => state.lostAt)
  return { isStale, since: lostAt === null ? null : Math.max(lostAt, loadedAt ?? 0) }
}
