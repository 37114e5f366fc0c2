import { useStore } from '../browser/external-store.ts'
import { useLiveLink } from './LiveLink.tsx'

/** What is shown is old since a moment of the browser's clock, or is so now. */
export interface Freshness {
  isStale: boolean
  since: number | null
}

/**
 * How fresh is what was loaded then (null: never), with events on top. A loss of a few seconds does
 * not count; without the socket the last answer is the newest.
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
