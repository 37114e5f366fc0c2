import { useCallback, useSyncExternalStore } from 'react'
import type { KnownAgent } from '../../live/known-agent.ts'
import { useLiveLink } from '../../live/LiveLink.tsx'
import type { AgentNumbers } from '../../live/today-counts.ts'

/** One agent as it is now; undefined where it is gone. */
export function useKnownAgent(code: string): KnownAgent | undefined {
  const { agents } = useLiveLink()
  const subscribe = useCallback(
    (tell: () => void) => agents.subscribe((changed) => changed.has(code) && tell()),
    [agents, code],
  )
  return useSyncExternalStore(subscribe, () => agents.get(code))
}

/** One agent's numbers of today. */
export function useAgentNumbers(code: string): AgentNumbers {
  const { today } = useLiveLink()
  const subscribe = useCallback(
    (tell: () => void) => today.subscribe((changed) => changed.has(code) && tell()),
    [today, code],
  )
  return useSyncExternalStore(subscribe, () => today.of(code))
}
