import { Done, EnrollDecision, type EnrollRequest } from '@vehicle-control/protocol'
import { parseAgentKey } from '@vehicle-control/protocol/agent-key'
import { fingerprintOfHash } from '@vehicle-control/protocol/claim'
import type { HTTPException } from 'hono/http-exception'
import { hashToken } from '../../auth/tokens.ts'
import { isKeyUnused } from '../../store/agents/agent-keys.ts'
import { findAgent } from '../../store/agents/agents.ts'
import {
  deleteCard,
  findOpenCard,
  findWaitingCard,
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
/** A device that is there asks once a minute at least; after so long another one may ask instead. */
const SILENT_AFTER_MS = 10 * 60_000

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
        if (fingerprintOfHash(card.claim_hash ?? '') !== fingerprint) {
          throw apiError('changed_meanwhile', 'Ahora lo pide otro equipo: compara su huella')
        }
        if (approve) await updateCard(trx, card.code_key, { approved_at: at })
        else await deleteCard(trx, card.code_key)
        const action = approve ? 'agent.enroll_approve' : 'agent.enroll_reject'
        const detail = { fingerprint, serial: card.serial, address: card.address }
        await appendAudit(trx, auditEntry(request, { at, action, target: card.code, detail }))
      })
      return { ok: true as const }
    },
  }),
]

/** The 409 by which a device knows that it is to ask again. */
export function awaitingApproval(
  message = 'Falta que un administrador apruebe este equipo en Avisos',
): HTTPException {
  return apiError('awaiting_approval', message)
}

/** What a card's token does for whoever shows it: gives the key, nothing yet, or is noted. */
type Outcome = 'key' | 'wait' | { asks: NonNullable<EnrollRequest['device']> }

/**
 * Looks at what a request by a card comes to, and changes nothing.
 *
 * @throws the 401 for a token that was used, the 403 for another code or an edge that cannot ask,
 *   the 409 while another device asks, and to one that was given its key within a minute
 */
export async function outcomeByCard(
  db: Db,
  card: EnrollCardRow,
  { code, device }: EnrollRequest,
  now: number,
): Promise<Outcome> {
  if (code.toLowerCase() !== card.code_key) throw notForThisCode()
  const { claim_hash, seen_at, approved_at, key_id } = card
  const isSame = device !== undefined && hashToken(device.claim) === claim_hash
  const silentMs = silence(seen_at, now)
  const hasJustAsked = isSame && silentMs < NOTE_SEEN_EVERY_MS
  if (key_id !== null) {
    // The answer with the key may have been lost: the same device gets another, until one is used.
    if (!isSame || !(await isKeyUnused(db, key_id))) throw badToken()
    if (hasJustAsked) {
      throw awaitingApproval('Este equipo ya está aprobado: pide otra vez en un minuto')
    }
    return 'key'
  }
  if (device === undefined) {
    throw apiError(
      'forbidden',
      'Este equipo no sabe pedir una aprobación: instala su versión nueva',
    )
  }
  if (isSame) {
    if (approved_at !== null) return 'key'
    return hasJustAsked ? 'wait' : { asks: device }
  }
  if (approved_at !== null) {
    throw awaitingApproval(
      'Ya se aprobó otro equipo, que no vino por su clave: hace falta una tarjeta nueva',
    )
  }
  if (silentMs < SILENT_AFTER_MS) {
    throw awaitingApproval('Otro equipo pide ser este agente: decide un administrador')
  }
  return { asks: device }
}

/** Milliseconds since a device was seen last; a little in the future is another hub's clock. */
function silence(seenAt: number | null, now: number): number {
  // Far in the future: this hub's clock was set back since.
  if (seenAt === null || seenAt > now + SILENT_AFTER_MS) return Infinity
  return Math.max(0, now - seenAt)
}

/**
 * Enrols the device that shows a card's token, if an admin has approved it, or notes that it asks.
 *
 * @throws as `outcomeByCard`, and the 401 for a token that is not open
 */
export async function enrollByCard(
  trx: Db,
  request: EnrollRequest,
  asked: { now: number; address: string | null },
): Promise<Enrolled | 'waiting'> {
  const { now, address } = asked
  const card = await findOpenCard(trx, hashToken(request.token), now)
  if (!card) throw badToken()
  const outcome = await outcomeByCard(trx, card, request, now)
  if (outcome === 'wait') return 'waiting'
  if (outcome === 'key') {
    const existing = await findAgent(trx, request.code)
    const enrolled = await becomeAgent(trx, request, existing, asked)
    const keyId = parseAgentKey(enrolled.apiKey)?.id ?? null
    await updateCard(trx, card.code_key, { key_id: keyId, seen_at: now })
    return enrolled
  }
  const { claim, serial = null } = outcome.asks
  const claimHash = hashToken(claim)
  const isNew = claimHash !== card.claim_hash
  if (isNew) {
    const what = { at: now, actor: 'hub', action: 'agent.enroll_request', target: card.code }
    const detail = { fingerprint: fingerprintOfHash(claimHash), serial }
    await appendAudit(trx, { ...what, detail, address })
  }
  await updateCard(trx, card.code_key, {
    claim_hash: claimHash,
    name: request.name ?? null,
    serial,
    address,
    asked_at: isNew ? now : card.asked_at,
    seen_at: now,
  })
  return 'waiting'
}
