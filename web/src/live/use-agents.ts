import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { agentStatusQuery, mapAgentsQuery, type AgentListParts } from '../api/agents/agent-lists.ts'
import { useLiveLink } from './LiveLink.tsx'

/** The fetching of a list that goes into the directory of agents. */
export interface AgentsFetch {
  /** Why the last call failed; null where it did not. */
  readonly error: Error | null
  /** The first answer has not come yet. */
  readonly isLoading: boolean
  /** When the last good answer came, by this browser's clock; 0 before the first. */
  readonly loadedAt: number
  readonly refetch: () => void
}

const STATUS_EVERY_MS = 5000

/** Fills the directory from GET /api/map/agents, every `refreshMs` while visible; 0: only once. */
export function useMapAgents(app: AgentListParts, refreshMs: number): AgentsFetch {
  const { agents } = useLiveLink()
  const { data, error, isPending, dataUpdatedAt, refetch } = useQuery({
    ...mapAgentsQuery(app),
    refetchInterval: refreshMs > 0 && refreshMs,
  })
  useEffect(() => data && agents.takeMap(data), [agents, data])
  return { error, isLoading: isPending, loadedAt: dataUpdatedAt, refetch: () => void refetch() }
}

/** Fills the directory from GET /api/agents/status, every `everyMs` while the page is visible. */
export function useAgentStatus(app: AgentListParts, everyMs = STATUS_EVERY_MS): AgentsFetch {
  const { agents } = useLiveLink()
  const { data, error, isPending, dataUpdatedAt, refetch } = useQuery({
    ...agentStatusQuery(app),
    refetchInterval: everyMs,
  })
  useEffect(() => data && agents.takeStatus(data), [agents, data])
  return { error, isLoading: isPending, loadedAt: dataUpdatedAt, refetch: () => void refetch() }
}
