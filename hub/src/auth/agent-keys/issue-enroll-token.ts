import type { EnrollToken } from '@vehicle-control/protocol'
import { putCard } from '../../store/agents/enroll-cards.ts'
import { createEnrollToken } from '../../store/agents/enroll-tokens.ts'
import type { Db } from '../../store/database.ts'
import { type AuditActor, appendAudit } from '../../store/people/audit-log.ts'
import { hashToken, newToken } from '../tokens.ts'

export interface NewToken {
  /** The only code that it may enrol; null: any new one. */
  code: string | null
  /** Seconds. */
  ttl: number
  /** It only lets a device of `code` ask, and ends such a token that the code has. */
  approval: boolean
  /** Id of the user who makes it; null: the command line. */
  createdBy: number | null
  at: number
  by: AuditActor
}

/**
 * Makes a token by which one device enrols itself, and returns it. Only its hash is stored: it
 * cannot be shown again. To be called in a transaction that holds the lock of all hubs.
 */
export async function issueEnrollToken(
  trx: Db,
  { code, ttl, approval, createdBy, at, by }: NewToken,
): Promise<EnrollToken> {
  const token = newToken()
  const expiresAt = at + ttl * 1000
  const tokenHash = hashToken(token)
  if (approval) {
    if (code === null) throw new TypeError('a token that asks is for one code')
    await putCard(trx, { code, token_hash: tokenHash, expires_at: expiresAt })
  } else {
    await createEnrollToken(trx, { tokenHash, code, createdBy, now: at, expiresAt })
  }
  const { actor, address, via } = by
  const detail = { ttl, ...(approval && { approval }), ...via }
  const action = 'agent.enroll_token'
  await appendAudit(trx, { at, actor, address, action, target: code ?? '*', detail })
  return { token, expiresAt: new Date(expiresAt).toISOString() }
}
