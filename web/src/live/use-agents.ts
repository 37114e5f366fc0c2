import { useQuery } from '@tanstack/react-query'
import type { MapAgents } from '@vehicle-control/protocol'
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

/** That of the map's list. */
export interface MapAgentsFetch extends AgentsFetch {
  /** What the last answer lacks for a map: agents, or their places; null where it has both, or before the first. */
  readonly lacks: 'agents' | 'places' | null
}

const STATUS_EVERY_MS = 5000

/** Fills the directory from GET /api/map/agents, every `refreshMs` while visible; 0: only once. */
export function useMapAgents(app: AgentListParts, refreshMs: number): MapAgentsFetch {
  const { agents } = useLiveLink()
  const { data, error, isPending, dataUpdatedAt, refetch } = useQuery({
    ...mapAgentsQuery(app),
    refetchInterval: refreshMs > 0 && refreshMs,
  })
  useEffect(() => data && agents.takeMap(data), [agents, data])
  const lacks = data ? lackOf(data.answer) : null
  const loadedAt = dataUpdatedAt
  return { error, isLoading: isPending, loadedAt, lacks, refetch: () => void refetch() }
}

function lackOf({ agents }: MapAgents): MapAgentsFetch['lacks'] {
  if (agents.some(({ lat, lng }) => lat !== null && lng !== null)) return null
  return agents.length > 0 ? 'places' : 'agents'
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
