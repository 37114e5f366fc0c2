import { CloseCode, UpdateAgentRequest } from '@vehicle-control/protocol'
import { Hono } from 'hono'
import type { Bus } from '../../bus/bus.ts'
import type { Presence } from '../../ingest/presence.ts'
import { revokeKeys } from '../../store/agents/agent-keys.ts'
import { deleteAgent, updateAgent } from '../../store/agents/agents.ts'
import { appendAudit } from '../../store/people/audit-log.ts'
import type { Db } from '../../store/database.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'
import { agentView } from './agent-view.ts'
import { changes, deed } from '../http/audit-entry.ts'
import type { ApiEnv } from '../http/env.ts'
import { readBody } from '../http/input.ts'
import { requireAgent } from './require-agent.ts'

export interface AgentEditParts {
  db: Db
  bus: Bus
  presence: Presence
}

/** PATCH and DELETE of /api/agents/{code}. */
export function agentEditRoutes({ db, bus, presence }: AgentEditParts): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>()

  routes.patch('/:code', async (c) => {
    const { name, location, lat, lng } = await readBody(c, UpdateAgentRequest)
    const now = Date.now()
    const { row, changed } = await withLockOfAllHubs(db, async (trx) => {
      const before = await requireAgent(trx, c.req.param('code'))
      const after = await updateAgent(trx, before.id, {
        name: name ?? before.name,
        location: location === undefined ? before.location : location || null,
        lat: lat === undefined ? before.lat : lat,
        lng: lng === undefined ? before.lng : lng,
      })
      const detail = changes(['name', 'location', 'lat', 'lng'], before, after)
      await appendAudit(trx, deed(c, now, 'agent.update', before.code, detail))
      return { row: after, changed: detail }
    })
    const view = agentView(row, presence, now)
    if ('name' in changed || 'location' in changed) {
      const agent = { code: row.code, name: row.name, location: row.location }
      bus.broadcast('agentRenamed', { agentId: row.id, agent })
      const { last_seen, online, connected } = view
      bus.broadcast('agentStatus', { agent, last_seen, online, connected })
    }
    return c.json({ agent: view })
  })

  routes.delete('/:code', async (c) => {
    const now = Date.now()
    const agentId = await withLockOfAllHubs(db, async (trx) => {
      const { id, code } = await requireAgent(trx, c.req.param('code'))
      await deleteAgent(trx, id, now)
      await revokeKeys(trx, id, now)
      await appendAudit(trx, deed(c, now, 'agent.delete', code))
      return id
    })
    const closeCode = CloseCode.keyRevoked
    bus.broadcast('agentChanged', { agentId, closeCode, reason: 'agent deleted', gone: true })
    return c.json({ ok: true })
  })

  return routes
}
