import { useEffect, useState } from 'react'
import { useApp } from '../../app-parts.ts'
import { useStore } from '../../browser/external-store.ts'
import { useLiveLink } from '../../live/LiveLink.tsx'
import type { DayWatch } from './day-watch.ts'

/** The screen is stale since a moment, or shows what is so now. */
export interface Freshness {
  isStale: boolean
  since: number | null
}

/** A loss of a few seconds does not count; without the socket the last answer is the newest. */
export function useFreshness(watch: DayWatch): Freshness {
  const { connection } = useLiveLink()
  const isStale = useStore(
    connection.state,
    ({ phase }) => phase === 'reconnecting' || phase === 'disconnected',
  )
  const lostAt = useStore(connection.state, (state) => state.lostAt)
  const loadedAt = useStore(watch.sync.state, (state) => state.loadedAt)
  return { isStale, since: lostAt === null ? null : Math.max(lostAt, loadedAt ?? 0) }
}

/** Milliseconds since then, updated every second. */
export function useAge(since: number): number {
  const { clock } = useApp()
  const [age, setAge] = useState(() => clock.now() - since)
  useEffect(() => {
    let cancel = () => {}
    const tick = () => {
      setAge(clock.now() - since)
      cancel = clock.after(1000, tick)
    }
    tick()
    return () => cancel()
  }, [clock, since])
  return age
}
