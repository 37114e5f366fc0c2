import {
  AcceptRequest,
  type AgentCreated,
  type AgentList,
  CloseCode,
  CreateAgentRequest,
  type EnrollToken,
  EnrollTokenRequest,
  RotateKeyRequest,
} from '@vehicle-control/protocol'
import { type Context, Hono } from 'hono'
import { issueAgentKey } from '../../auth/agent-key.ts'
import { hashToken, newToken } from '../../auth/tokens.ts'
import type { Bus } from '../../bus/bus.ts'
import type { Presence } from '../../ingest/presence.ts'
import { retireKeys, revokeKeys } from '../../store/agents/agent-keys.ts'
import { createAgent, findAgent, forgetDevice, listAgents } from '../../store/agents/agents.ts'
import { appendAudit } from '../../store/people/audit-log.ts'
import type { Db } from '../../store/database.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'
import { createEnrollToken } from '../../store/agents/enroll-tokens.ts'
import { agentView } from './agent-view.ts'
import { deed } from '../http/audit-entry.ts'
import type { ApiEnv } from '../http/env.ts'
import { apiError } from '../http/errors.ts'
import { readBody } from '../http/input.ts'
import { requireAgent } from './require-agent.ts'

const OLD_KEY_LIVES_MS = 24 * 3_600_000

export interface AgentRouteParts {
  db: Db
  /** A reading connection. */
  reads: Db
  bus: Bus
  presence: Presence
}

/** /api/agents: the fleet, its keys and its enrolment tokens. */
export function agentRoutes({ db, reads, bus, presence }: AgentRouteParts): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>()

  const list = async (c: Context<ApiEnv>) => {
    const now = Date.now()
    const rows = await listAgents(reads)
    return c.json({ agents: rows.map((row) => agentView(row, presence, now)) } satisfies AgentList)
  }
  routes.get('/', list)
  routes.get('/status', list)

  routes.post('/', async (c) => {
    const wanted = await readBody(c, CreateAgentRequest)
    const now = Date.now()
    const { apiKey, agent, revived } = await withLockOfAllHubs(db, async (trx) => {
      const existing = await findAgent(trx, wanted.code)
      if (existing && existing.deleted_at === null) {
        throw apiError('duplicate', 'Ya existe un agente con ese código')
      }
      const fields = {
        code: wanted.code,
        name: wanted.name,
        location: wanted.location || null,
        lat: wanted.lat ?? null,
        lng: wanted.lng ?? null,
      }
      const created = await createAgent(trx, fields, now)
      await revokeKeys(trx, created.id, now)
      const key = await issueAgentKey(trx, created.id, now)
      await appendAudit(trx, deed(c, now, 'agent.create', created.code))
      return { apiKey: key, agent: created, revived: existing !== undefined }
    })
    if (revived) keysRevoked(bus, agent.id)
    return c.json({ apiKey, agent: agentView(agent, presence, now) } satisfies AgentCreated, 201)
  })

  routes.post('/enroll-token', async (c) => {
    const { ttl, code } = await readBody(c, EnrollTokenRequest)
    const now = Date.now()
    const expiresAt = now + ttl * 1000
    const token = newToken()
    await withLockOfAllHubs(db, async (trx) => {
      await createEnrollToken(trx, {
        tokenHash: hashToken(token),
        code: code ?? null,
        createdBy: c.var.session.userId,
        now,
        expiresAt,
      })
      await appendAudit(trx, deed(c, now, 'agent.enroll_token', code ?? '*', { ttl }))
    })
    return c.json(
      { token, expiresAt: new Date(expiresAt).toISOString() } satisfies EnrollToken,
      201,
    )
  })

  routes.post('/:code/rotate-key', async (c) => {
    const { revoke } = await readBody(c, RotateKeyRequest)
    const now = Date.now()
    const { apiKey, agent } = await withLockOfAllHubs(db, async (trx) => {
      const found = await requireAgent(trx, c.req.param('code'))
      if (revoke) {
        await revokeKeys(trx, found.id, now)
        await forgetDevice(trx, found.id, null)
      } else {
        await retireKeys(trx, found.id, now, now + OLD_KEY_LIVES_MS)
      }
      const key = await issueAgentKey(trx, found.id, now)
      await appendAudit(trx, deed(c, now, 'agent.rotate_key', found.code, { revoke }))
      return { apiKey: key, agent: found }
    })
    if (revoke) keysRevoked(bus, agent.id)
    return c.json({ apiKey })
  })

  routes.post('/:code/accept', async (c) => {
    const { hardwareSerial } = await readBody(c, AcceptRequest)
    const now = Date.now()
    const serial = hardwareSerial ?? null
    const agent = await withLockOfAllHubs(db, async (trx) => {
      const found = await requireAgent(trx, c.req.param('code'))
      // Nothing to lift: forgetting the device would only open the door to a clone.
      if (found.quarantine === null) return null
      await forgetDevice(trx, found.id, serial)
      await appendAudit(trx, deed(c, now, 'agent.accept', found.code, { hardwareSerial: serial }))
      return found
    })
    if (agent) {
      const closeCode = CloseCode.rejoin
      bus.broadcast('agentChanged', { agentId: agent.id, closeCode, reason: 'quarantine lifted' })
    }
    return c.json({ ok: true })
  })

  return routes
}

/** Tells the agent's sockets that their key is dead. */
export function keysRevoked(bus: Bus, agentId: number): void {
  bus.broadcast('agentChanged', { agentId, closeCode: CloseCode.keyRevoked, reason: 'key revoked' })
}
