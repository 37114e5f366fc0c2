import {
  EnrollRequest,
  EnrollResponse,
  EnrollToken,
  EnrollTokenRequest,
} from '@vehicle-control/protocol'
import type { HTTPException } from 'hono/http-exception'
import { issueAgentKey } from '../../auth/agent-keys/agent-key.ts'
import { issueEnrollToken } from '../../auth/agent-keys/issue-enroll-token.ts'
import { hashToken } from '../../auth/tokens.ts'
import { revokeKeys } from '../../store/agents/agent-keys.ts'
import { createAgent, findAgent, forgetDevice, updateAgent } from '../../store/agents/agents.ts'
import { isEnrollTokenOpen, takeEnrollToken } from '../../store/agents/enroll-tokens.ts'
import type { Db } from '../../store/database.ts'
import { appendAudit } from '../../store/people/audit-log.ts'
import type { AgentRow } from '../../store/schema/agents.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'
import { auditActor } from '../http/audit-entry.ts'
import { declareCall } from '../http/call.ts'
import { ADMINS } from '../http/callers.ts'
import { apiError } from '../http/errors.ts'
import { nextVersion } from '../http/require-seen.ts'
import { agentView } from './agent-view.ts'
import { announceRenamed } from './announce-renamed.ts'
import { announceRevokedKeys } from './keys.ts'

/** A token lets one device become an agent, with a key of its own. */
export const enrollmentCalls = [
  declareCall({
    id: 'createEnrollToken',
    method: 'POST',
    path: '/api/agents/enroll-token',
    who: ADMINS,
    summary: 'Make a token by which one device enrols itself',
    body: EnrollTokenRequest,
    example: { ttl: 3600, code: 'gate-1' },
    status: 201,
    answer: EnrollToken,
    async handle({ body: { ttl, code }, ...request }, { db }) {
      const at = Date.now()
      const { userId: createdBy } = request.session
      const token = { code: code ?? null, ttl, createdBy, at, by: auditActor(request) }
      return await withLockOfAllHubs(db, (trx) => issueEnrollToken(trx, token))
    },
  }),
  declareCall({
    id: 'enrollAgent',
    method: 'POST',
    path: '/api/agent/enroll',
    changesAgents: true,
    // The token in the body is the permission.
    who: 'public',
    summary: 'A device trades its enrolment token for an API key',
    body: EnrollRequest,
    example: { token: 'enroll-token', code: 'gate-3', name: 'Portería Sur' },
    status: 201,
    answer: EnrollResponse,
    errors: ['unauthorized', 'forbidden'],
    async handle({ body, address }, { db, bus, presence, log }) {
      const now = Date.now()
      // Guessed tokens are refused here, before the lock of all hubs is taken.
      if (!(await isEnrollTokenOpen(db, hashToken(body.token), now))) {
        log.warn({ agent: body.code, address }, 'an enrolment was refused: no token that is open')
        throw badToken()
      }
      const enrolled = await withLockOfAllHubs(db, (trx) => enroll(trx, body, now, address))
      if (enrolled === null) {
        log.warn(
          { agent: body.code, address },
          'a used-up token: an unbound one met a code that exists',
        )
        throw notForThisCode()
      }
      const { agent, apiKey, before } = enrolled
      const { code, name, location } = agent
      if (before?.name !== name || before.location !== location) {
        announceRenamed(bus, agentView(agent, presence, now))
      }
      if (before) announceRevokedKeys(bus, agent.id)
      return { apiKey, agent: { code, name, location } }
    },
  }),
]

/**
 * Enrols the device that shows a token. Null: the token is bound to no code, and the requested one
 * exists or was deleted. Such a token may only add a new code. It is used up all the same, so that
 * whoever guesses codes with it learns of one at most.
 *
 * @throws the 401 for a token that is not open, the 403 for one that is bound to another code
 */
async function enroll(
  trx: Db,
  request: EnrollRequest,
  now: number,
  address: string | null,
): Promise<{ agent: AgentRow; apiKey: string; before: AgentRow | undefined } | null> {
  const token = await takeEnrollToken(trx, hashToken(request.token), now)
  if (!token) throw badToken()
  const codeKey = request.code.toLowerCase()
  // The throw rolls the use back: an installer who mistyped the code still has the token.
  if (token.codeKey !== null && token.codeKey !== codeKey) throw notForThisCode()
  const existing = await findAgent(trx, request.code)
  if (existing !== undefined && token.codeKey === null) {
    const what = { actor: 'hub', action: 'agent.enroll_refused', target: existing.code }
    await appendAudit(trx, { ...what, at: now, address })
    return null
  }
  const inUse = existing !== undefined && existing.deleted_at === null
  const name = request.name || undefined
  const location = request.location || undefined
  if (inUse) {
    await rename(trx, existing, { name, location }, now)
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
  return { agent, apiKey, before: existing }
}

/**
 * Gives an agent the name and place that its device sent, if any. It is a new version: a form that
 * was filled from the one before is refused.
 */
async function rename(
  trx: Db,
  agent: AgentRow,
  sent: { name: string | undefined; location: string | undefined },
  now: number,
): Promise<void> {
  const { name = agent.name, location = agent.location } = sent
  if (name === agent.name && location === agent.location) return
  const { lat, lng } = agent
  await updateAgent(trx, agent.id, { name, location, lat, lng }, nextVersion(agent, now))
}

/**
 * One answer for an existing code, a deleted one and a token bound to another: it tells none apart.
 */
function notForThisCode(): HTTPException {
  return apiError('forbidden', 'El token no sirve para ese código; genera uno para ese agente')
}

function badToken(): HTTPException {
  return apiError('unauthorized', 'El token de enrolamiento no es válido, ya se usó o venció')
}
