import { type MapAgent, MapAgents } from '@vehicle-control/protocol'
import { listAgents } from '../../store/agents/agents.ts'
import { countsSince } from '../../store/reports/figures.ts'
import { declareCall } from '../http/call.ts'
import { EVERY_ACCOUNT } from '../http/callers.ts'
import { agentView } from './agent-view.ts'

export const mapCalls = [
  declareCall({
    id: 'listMapAgents',
    method: 'GET',
    path: '/api/map/agents',
    who: EVERY_ACCOUNT,
    summary: 'Agents on the map, with counts of today',
    answer: MapAgents,
    async handle(_, { readOnly, presence, site, now }) {
      const at = now()
      const rows = await listAgents(readOnly)
      const counts = await countsSince(readOnly, site.startOfDay(at), at)
      const agents = rows.map((row): MapAgent => {
        const { id, name, code, location, lat, lng, ...view } = agentView(row, presence, at)
        const { online, last_seen, connected } = view
        const { reads: today, suppressed } = counts.get(id) ?? { reads: 0, suppressed: 0 }
        const place = { id, name, code, location, lat, lng }
        return { ...place, online, last_seen, connected, today, suppressed }
      })
      return { agents }
    },
  }),
]
