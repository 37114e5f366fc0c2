import type { MapAgent, MapAgents } from '@vehicle-control/protocol'
import { Hono } from 'hono'
import type { Presence } from '../../ingest/presence.ts'
import { SiteDays } from '../../reports/site-days.ts'
import { listAgents } from '../../store/agents/agents.ts'
import type { Db } from '../../store/database.ts'
import { countsSince } from '../../store/reports/figures.ts'
import { agentView } from './agent-view.ts'
import type { ApiEnv } from '../http/env.ts'

export interface MapRouteParts {
  reads: Db
  presence: Presence
  timeZone: string
  now: () => number
}

/** /api/map/agents: where the agents are, and what they counted today. */
export function mapRoutes({ reads, presence, timeZone, now }: MapRouteParts): Hono<ApiEnv> {
  const site = new SiteDays(timeZone)
  return new Hono<ApiEnv>().get('/agents', async (c) => {
    const at = now()
    const rows = await listAgents(reads)
    const counts = await countsSince(reads, site.startOfDay(at), at)
    const agents = rows.map((row): MapAgent => {
      const { id, name, code, location, lat, lng, ...view } = agentView(row, presence, at)
      const { online, last_seen, connected } = view
      const { reads: today, suppressed } = counts.get(id) ?? { reads: 0, suppressed: 0 }
      const place = { id, name, code, location, lat, lng }
      return { ...place, online, last_seen, connected, today, suppressed }
    })
    return c.json({ agents } satisfies MapAgents)
  })
}
