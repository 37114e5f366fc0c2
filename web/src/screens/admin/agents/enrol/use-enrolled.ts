import { useCallback, useState, useSyncExternalStore } from 'react'
import type { KnownAgent } from '../../../../live/known-agent.ts'
import { useLiveLink } from '../../../../live/LiveLink.tsx'

/**
 * The agent of this code once it has connected since the first drawing; null before. One that was
 * connected all the time still has its earlier key.
 */
export function useEnrolled(code: string): KnownAgent | null {
  const { agents } = useLiveLink()
  const subscribe = useCallback((notify: () => void) => agents.subscribe(notify), [agents])
  const wanted = code.toLowerCase()
  const agent = useSyncExternalStore(subscribe, () =>
    agents.list().find((one) => one.code.toLowerCase() === wanted),
  )
  const isConnected = agent?.connected ?? false
  const [wasAway, setWasAway] = useState(!isConnected)
  if (!isConnected && !wasAway) setWasAway(true)
  return wasAway && isConnected ? (agent ?? null) : null
}
