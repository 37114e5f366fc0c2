import { Done, EnrollDecision, type EnrollRequest } from '@vehicle-control/protocol'
import { parseAgentKey } from '@vehicle-control/protocol/agent-key'
import { fingerprintOfHash } from '@vehicle-control/protocol/claim'
import type { HTTPException } from 'hono/http-exception'
import { hashToken } from '../../auth/tokens.ts'
import { isKeyUnused } from '../../store/agents/agent-keys.ts'
import { findAgent } from '../../store/agents/agents.ts'
import {
  deleteCard,
  doesAnotherAsk,
  findOpenCard,
  findWaitingCard,
  forgetOtherRequests,
  updateCard,
} from '../../store/agents/enroll-cards.ts'
import type { Db } from '../../store/database.ts'
import { appendAudit } from '../../store/people/audit-log.ts'
import type { EnrollCardRow } from '../../store/schema/agents.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'
import { auditEntry } from '../http/audit-entry.ts'
import { declareCall } from '../http/call.ts'
import { ADMINS } from '../http/callers.ts'
import { apiError } from '../http/errors.ts'
import { badToken, becomeAgent, type Enrolled, notForThisCode } from './become-agent.ts'

const NOTE_SEEN_EVERY_MS = 60_000

/**
 * The admin's side of a token that only asks: the device shows a claim of its own, an admin compares
 * its fingerprint, and only that device gets the key.
 */
export const enrollRequestCalls = [
  declareCall({
    id: 'decideEnrollRequest',
    method: 'POST',
    path: '/api/agents/:code/enroll-request',
    changesAgents: true,
    who: ADMINS,
    summary: 'Let the device that asks be this agent, or end its token',
    body: EnrollDecision,
    example: { fingerprint: '1f0c-88ab-03de-7c15', approve: true },
    answer: Done,
    errors: ['not_found', 'changed_meanwhile'],
    async handle({ params, body: { fingerprint, approve }, ...request }, { db, now }) {
      await withLockOfAllHubs(db, async (trx) => {
        const at = now()
        const card = await findWaitingCard(trx, params.code.toLowerCase(), at)
        if (!card) {
          throw apiError('not_found', 'Ningún equipo espera ser ese agente; quizá ya se decidió')
        }
        if (fingerprintOf(card) !== fingerprint) {
          throw apiError('changed_meanwhile', 'Ahora lo pide otro equipo: compara su huella')
        }
        if (approve) {
          await updateCard(trx, card.token_hash, { approved_at: at })
          await forgetOtherRequests(trx, card, { approved: true })
        } else {
          await deleteCard(trx, card.token_hash)
        }
        const action = approve ? 'agent.enroll_approve' : 'agent.enroll_reject'
        const detail = { fingerprint, serial: card.serial, address: card.address }
        await appendAudit(trx, auditEntry(request, { at, action, target: card.code, detail }))
      })
      return { ok: true as const }
    },
  }),
]

/** The 409 by which a device knows that it is to ask again. */
export function awaitingApproval(): HTTPException {
  return apiError('awaiting_approval', 'Falta que un administrador apruebe este equipo en Avisos')
}

/** The fingerprint of the device that asks. */
export const fingerprintOf = ({ claim_hash }: EnrollCardRow) => fingerprintOfHash(claim_hash ?? '')

/** True for the device that waits, where nothing is to be noted of it. */
export function hasJustAsked(
  card: EnrollCardRow,
  { code, device }: EnrollRequest,
  now: number,
): boolean {
  const { claim_hash, code_key, approved_at, key_id, seen_at } = card
  const isWaiting = approved_at === null && key_id === null && code.toLowerCase() === code_key
  const isSame = device !== undefined && hashToken(device.claim) === claim_hash
  return isWaiting && isSame && seen_at !== null && now - seen_at < NOTE_SEEN_EVERY_MS
}

/**
 * Enrols the device that shows a card's token, if an admin has approved it, or notes that it asks.
 * Its key may be lost on the way: until it is used, the same device gets another one.
 *
 * @throws the 401 for a token that is not open, the 403 for one of another code
 */
export async function enrollByCard(
  trx: Db,
  request: EnrollRequest,
  asked: { now: number; address: string | null },
): Promise<Enrolled | 'waiting'> {
  const { now, address } = asked
  const card = await findOpenCard(trx, hashToken(request.token), now)
  if (!card) throw badToken()
  if (request.code.toLowerCase() !== card.code_key) throw notForThisCode()
  if (!request.device) {
    throw apiError(
      'forbidden',
      'Este equipo no sabe pedir una aprobación: instala su versión nueva',
    )
  }
  const claimHash = hashToken(request.device.claim)
  const isSame = claimHash === card.claim_hash
  const hasLostKey = isSame && card.key_id !== null && (await isKeyUnused(trx, card.key_id))
  if (hasLostKey || (isSame && card.approved_at !== null && card.key_id === null)) {
    const existing = await findAgent(trx, request.code)
    const enrolled = await becomeAgent(trx, request, existing, asked)
    await updateCard(trx, card.token_hash, { key_id: parseAgentKey(enrolled.apiKey)?.id ?? null })
    return enrolled
  }
  if (card.key_id !== null) throw badToken()
  const { code_key } = card
  if (!isSame && (await doesAnotherAsk(trx, { code_key, claim_hash: claimHash }, now))) {
    throw apiError('awaiting_approval', 'Otro equipo pide ser este agente: decide un administrador')
  }
  const who = { serial: request.device.serial ?? null, address }
  if (!isSame) {
    await forgetOtherRequests(trx, card, { approved: false })
    const fingerprint = fingerprintOfHash(claimHash)
    const what = { at: now, actor: 'hub', action: 'agent.enroll_request', target: card.code }
    await appendAudit(trx, { ...what, detail: { fingerprint, serial: who.serial }, address })
  }
  await updateCard(trx, card.token_hash, {
    ...who,
    claim_hash: claimHash,
    name: request.name ?? null,
    asked_at: isSame ? card.asked_at : now,
    seen_at: now,
    approved_at: null,
  })
  return 'waiting'
}
