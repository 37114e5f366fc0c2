import { AGENT_LISTS_SHARED_MS, MapAgents } from '@vehicle-control/protocol'
import { listPlacedAgents } from '../../store/agents/agents.ts'
import { countsSince } from '../../store/reports/figures.ts'
import { sitePlanMark } from '../../store/settings/site-plan.ts'
import { declareCall } from '../http/call.ts'
import { EVERY_ACCOUNT } from '../http/callers.ts'
import { mapAgentView } from './agent-view.ts'

export const mapCalls = [
  declareCall({
    id: 'listMapAgents',
    method: 'GET',
    path: '/api/map/agents',
    who: EVERY_ACCOUNT,
    summary: 'Agents on the map, with counts of today',
    sharedForMs: AGENT_LISTS_SHARED_MS,
    answer: MapAgents,
    async handle(_, { readOnly, presence, site, now }) {
      const at = now()
      const rows = await listPlacedAgents(readOnly)
      const counts = await countsSince(readOnly, site.startOfDay(at), at)
      return {
        agents: rows.map((row) => mapAgentView(row, counts.get(row.id), presence, at)),
        site_plan: await sitePlanMark(readOnly),
      }
    },
  }),
]
