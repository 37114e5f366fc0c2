import { queryOptions } from '@tanstack/react-query'
import type { AgentContacts } from '@vehicle-control/protocol'
import type { ApiClient } from '../http/client.ts'
import { AGENTS_KEY } from '../live-keys.ts'
import { AgentContactsList } from './contact-shapes.ts'

/** The key of the list of gates' contacts. */
export const CONTACTS_KEY = [AGENTS_KEY, 'contacts'] as const

const byCode = (agents: readonly AgentContacts[]): ReadonlyMap<string, AgentContacts> =>
  new Map(agents.map((agent) => [agent.code, agent]))

/** GET /api/agents/contacts: what loops and barriers tell, by the code of their agent. */
export function contactsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: CONTACTS_KEY,
    queryFn: async ({ signal }) => {
      const path = '/api/agents/contacts'
      const { agents } = await api({ path, shape: AgentContactsList, rows: 'agents', signal })
      return agents
    },
    select: byCode,
  })
}
