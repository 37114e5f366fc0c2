import {
  EnrollRequest,
  EnrollResponse,
  EnrollToken,
  EnrollTokenRequest,
} from '@vehicle-control/protocol'
import { issueEnrollToken } from '../../auth/agent-keys/issue-enroll-token.ts'
import { hashToken } from '../../auth/tokens.ts'
import { findAgent } from '../../store/agents/agents.ts'
import { findOpenCard, deleteCardOf } from '../../store/agents/enroll-cards.ts'
import { isEnrollTokenOpen, takeEnrollToken } from '../../store/agents/enroll-tokens.ts'
import type { Db } from '../../store/database.ts'
import { appendAudit } from '../../store/people/audit-log.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'
import { auditActor } from '../http/audit-entry.ts'
import { declareCall } from '../http/call.ts'
import { ADMINS } from '../http/callers.ts'
import { agentView } from './agent-view.ts'
import { announceRenamed } from './announce-renamed.ts'
import { badToken, becomeAgent, type Enrolled, notForThisCode } from './become-agent.ts'
import { awaitingApproval, enrollByCard, outcomeByCard } from './enroll-card.ts'
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
    async handle({ body: { ttl, code, approval }, ...request }, { db }) {
      const at = Date.now()
      const { userId: createdBy } = request.session
      const token = { code: code ?? null, ttl, approval, createdBy, at, by: auditActor(request) }
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
    errors: ['unauthorized', 'forbidden', 'awaiting_approval'],
    async handle({ body, address }, { db, bus, presence, log }) {
      const now = Date.now()
      const tokenHash = hashToken(body.token)
      const card = await findOpenCard(db, tokenHash, now)
      // Guessed tokens are refused here, before the lock of all hubs is taken.
      if (!card && !(await isEnrollTokenOpen(db, tokenHash, now))) {
        log.warn({ agent: body.code, address }, 'an enrolment was refused: no token that is open')
        throw badToken()
      }
      // Likewise what changes nothing, such as one that waits and asks again.
      if (card && (await outcomeByCard(db, card, body, now)) === 'wait') throw awaitingApproval()
      const take = card ? enrollByCard : enroll
      const enrolled = await withLockOfAllHubs(db, (trx) => take(trx, body, { now, address }))
      if (enrolled === 'waiting') throw awaitingApproval()
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
  asked: { now: number; address: string | null },
): Promise<Enrolled | null> {
  const { now, address } = asked
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
  if (request.device) await deleteCardOf(trx, codeKey, hashToken(request.device.claim))
  return await becomeAgent(trx, request, existing, asked)
}
