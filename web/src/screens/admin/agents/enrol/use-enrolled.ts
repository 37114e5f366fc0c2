import { useCallback, useState, useSyncExternalStore } from 'react'
import type { KnownAgent } from '../../../../live/known-agent.ts'
import { useLiveLink } from '../../../../live/LiveLink.tsx'

/**
 * The agent of this code as it connected first after the first drawing, from then on; null before,
 * and for one that has been connected all the time.
 */
export function useEnrolled(code: string): KnownAgent | null {
  const { agents } = useLiveLink()
  const wanted = code.toLowerCase()
  const find = useCallback(
    () => agents.list().find((one) => one.code.toLowerCase() === wanted),
    [agents, wanted],
  )
  const agent = useSyncExternalStore(agents.subscribe, find)
  const isConnected = agent?.connected ?? false
  const [wasAway, setWasAway] = useState(!isConnected)
  const [enrolled, setEnrolled] = useState<KnownAgent | null>(null)
  if (!isConnected && !wasAway) setWasAway(true)
  if (agent && isConnected && wasAway && !enrolled) setEnrolled(agent)
  return enrolled
}
