import { queryOptions } from '@tanstack/react-query'
import type { AgentList as Agents, MapAgents as PlacedAgents } from '@vehicle-control/protocol'
import { AGENT_LISTS_SHARED_MS } from '@vehicle-control/protocol/limits'
import type { ApiClient } from '../http/client.ts'
import { AGENTS_KEY } from '../live-keys.ts'
import { AgentList, MapAgents } from './shapes.ts'

/** The parts of the app that a list is asked for with. */
export interface AgentListParts {
  api: ApiClient
  clock: { readonly now: () => number }
}

/**
 * An answer, with a moment up to which it certainly holds all changes; newer ones may be missing.
 */
export interface AskedList<T> {
  readonly answer: T
  readonly askedAt: number
}

/** GET /api/map/agents: agents with their places. */
export function mapAgentsQuery({ api, clock }: AgentListParts) {
  return queryOptions({
    queryKey: [AGENTS_KEY, 'map'],
    // Comparing thousands of agents costs more than taking them anew.
    structuralSharing: false,
    queryFn: async ({ signal }): Promise<AskedList<PlacedAgents>> => {
      const askedAt = clock.now() - AGENT_LISTS_SHARED_MS
      return {
        answer: await api({ path: '/api/map/agents', shape: MapAgents, rows: 'agents', signal }),
        askedAt,
      }
    },
  })
}

/** GET /api/agents/status: agents with their addresses and counts. */
export function agentStatusQuery({ api, clock }: AgentListParts) {
  return queryOptions({
    queryKey: [AGENTS_KEY, 'status'],
    structuralSharing: false,
    queryFn: async ({ signal }): Promise<AskedList<Agents>> => {
      const askedAt = clock.now() - AGENT_LISTS_SHARED_MS
      return {
        answer: await api({ path: '/api/agents/status', shape: AgentList, rows: 'agents', signal }),
        askedAt,
      }
    },
  })
}
