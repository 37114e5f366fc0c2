import { EnrollRequest, type EnrollResponse } from '@vehicle-control/protocol'
import { Hono } from 'hono'
import type { HTTPException } from 'hono/http-exception'
import { issueAgentKey } from '../../auth/agent-key.ts'
import { hashToken } from '../../auth/tokens.ts'
import type { Bus } from '../../bus/bus.ts'
import { revokeKeys } from '../../store/agents/agent-keys.ts'
import { createAgent, findAgent, forgetDevice, renameAgent } from '../../store/agents/agents.ts'
import { appendAudit } from '../../store/people/audit-log.ts'
import type { Db } from '../../store/database.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'
import { isEnrollTokenOpen, takeEnrollToken } from '../../store/agents/enroll-tokens.ts'
import { keysRevoked } from './agents.ts'
import type { ApiEnv } from '../http/env.ts'
import { apiError } from '../http/errors.ts'
import { readBody } from '../http/input.ts'

/** POST /api/agent/enroll: a device gives its token and gets its API key. */
export function enrollmentRoutes({ db, bus }: { db: Db; bus: Bus }): Hono<ApiEnv> {
  return new Hono<ApiEnv>().post('/enroll', async (c) => {
    const request = await readBody(c, EnrollRequest)
    const now = Date.now()
    // Guesses are turned away here, without taking the one write lock.
    if (!(await isEnrollTokenOpen(db, hashToken(request.token), now))) throw badToken()
    const { agentId, response, replaced } = await withLockOfAllHubs(db, (trx) =>
      enroll(trx, request, now, c.var.address),
    )
    if (replaced) keysRevoked(bus, agentId)
    return c.json(response, 201)
  })
}

async function enroll(
  trx: Db,
  request: EnrollRequest,
  now: number,
  address: string | null,
): Promise<{ agentId: number; response: EnrollResponse; replaced: boolean }> {
  const token = await takeEnrollToken(trx, hashToken(request.token), now)
  if (!token) throw badToken()
  const codeKey = request.code.toLowerCase()
  if (token.codeKey !== null && token.codeKey !== codeKey) {
    throw apiError('forbidden', 'El token es para otro código de agente')
  }
  const existing = await findAgent(trx, request.code)
  const inUse = existing !== undefined && existing.deleted_at === null
  if (inUse && token.codeKey === null) {
    throw apiError('duplicate', 'El código ya existe; genera un token para ese agente')
  }
  const name = request.name || undefined
  const location = request.location || undefined
  if (inUse) {
    await renameAgent(trx, existing.id, { ...(name && { name }), ...(location && { location }) })
    await forgetDevice(trx, existing.id, null)
  } else {
    const fields = { code: request.code, name: name ?? request.code, location: location ?? null }
    await createAgent(trx, { ...fields, lat: null, lng: null }, now)
  }
  const agent = await findAgent(trx, request.code)
  if (!agent) throw new Error('an agent that was just stored is not there')
  await revokeKeys(trx, agent.id, now)
  const apiKey = await issueAgentKey(trx, agent.id, now)
  await appendAudit(trx, {
    at: now,
    actor: `agent:${agent.code}`,
    action: 'agent.enroll',
    target: agent.code,
    detail: { replaced: existing !== undefined },
    address,
  })
  const { code } = agent
  return {
    agentId: agent.id,
    response: { apiKey, agent: { code, name: agent.name, location: agent.location } },
    replaced: existing !== undefined,
  }
}

function badToken(): HTTPException {
  return apiError('unauthorized', 'El token de enrolamiento no es válido, ya se usó o venció')
}
