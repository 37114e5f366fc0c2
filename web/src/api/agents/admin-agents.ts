import { queryOptions } from '@tanstack/react-query'
import type {
  AgentCreated as CreatedAgent,
  AgentDetail,
  CreateAgentRequest,
  UpdateAgentRequest,
} from '@vehicle-control/protocol'
import { AGENT_LISTS_SHARED_MS } from '@vehicle-control/protocol/limits'
import { anyShape, type ApiClient } from '../http/client.ts'
import type { AgentListParts, AskedList } from './agent-lists.ts'
import { AGENTS_KEY } from '../live-keys.ts'
import { AgentCreated, AgentDetailList, AgentUpdated } from './admin-shapes.ts'

/** The key of the list that the administration shows. */
export const AGENT_DETAILS_KEY = [AGENTS_KEY, 'details'] as const

/** GET /api/agents: agents with all that their administration shows, by code. */
export function agentDetailsQuery({ api, clock }: AgentListParts) {
  return queryOptions({
    queryKey: AGENT_DETAILS_KEY,
    // Comparing thousands of agents costs more than taking them anew.
    structuralSharing: false,
    queryFn: async ({ signal }): Promise<AskedList<{ agents: AgentDetail[] }>> => {
      const askedAt = clock.now() - AGENT_LISTS_SHARED_MS
      return {
        answer: await api({ path: '/api/agents', shape: AgentDetailList, rows: 'agents', signal }),
        askedAt,
      }
    },
  })
}

/** The calls' path of one agent. */
export function agentPath(code: string): string {
  return `/api/agents/${encodeURIComponent(code)}`
}

/** POST /api/agents; 409 where the code is taken. The key is in this answer and nowhere else. */
export function createAgent(api: ApiClient, body: CreateAgentRequest): Promise<CreatedAgent> {
  return api({ method: 'POST', path: '/api/agents', body, shape: AgentCreated })
}

/**
 * PATCH /api/agents/{code}: what is left out stays, null clears; 412 where somebody else changed it
 * first.
 */
export function updateAgent(api: ApiClient, code: string, body: UpdateAgentRequest) {
  return api({ method: 'PATCH', path: agentPath(code), body, shape: AgentUpdated })
}

/** DELETE /api/agents/{code}: its keys become invalid, its reads stay. */
export function deleteAgent(api: ApiClient, code: string): Promise<unknown> {
  return api({ method: 'DELETE', path: agentPath(code), shape: anyShape })
}
