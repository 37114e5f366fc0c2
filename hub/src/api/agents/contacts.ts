import { AGENT_LISTS_SHARED_MS, AgentContactsList } from '@vehicle-control/protocol'
import { byAgent } from '../../alerts/alerts.ts'
import { listContacts } from '../../store/agents/agent-devices.ts'
import { listPlacedAgents } from '../../store/agents/agents.ts'
import { declareCall } from '../http/call.ts'
import { EVERY_ACCOUNT } from '../http/callers.ts'
import { barrierView } from './device-view.ts'

const OCCUPIED: Partial<Record<string, boolean>> = { active: true, rest: false }

export const contactCalls = [
  declareCall({
    id: 'listAgentContacts',
    method: 'GET',
    path: '/api/agents/contacts',
    who: EVERY_ACCOUNT,
    summary: 'What loops and barrier contacts tell, of the agents that have some',
    sharedForMs: AGENT_LISTS_SHARED_MS,
    answer: AgentContactsList,
    async handle(_, { readOnly, presence }) {
      const contacts = byAgent(await listContacts(readOnly))
      const agents = (await listPlacedAgents(readOnly)).flatMap(({ id, code, replica }) => {
        const rows = contacts.get(id)
        if (rows === undefined) return []
        const loops = rows
          .filter(({ kind }) => kind === 'loop')
          .map(({ name, state }) => ({ id: name, occupied: OCCUPIED[state] ?? null }))
        const barriers = rows.filter(({ kind }) => kind === 'barrier').map(barrierView)
        return [{ code, connected: presence.isConnected(id, replica), loops, barriers }]
      })
      return { agents }
    },
  }),
]
