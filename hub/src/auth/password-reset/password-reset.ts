import type { Logger } from 'pino'
import type { Bus } from '../../bus/bus.ts'
import { appendAudit } from '../../store/people/audit-log.ts'
import type { Db } from '../../store/database.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'
import {
  isPasswordResetOpen,
  putDecoyReset,
  putPasswordReset,
  takePasswordReset,
} from '../../store/auth/password-resets.ts'
import { secondFactorInForce } from '../../store/auth/second-factors.ts'
import { revokeSessionsOf } from '../../store/auth/sessions.ts'
import { findUser, findUserByEmail, setPasswordHash, stateOf } from '../../store/people/users.ts'
import { type AskingBrowser, type OpenedSession, openSession } from '../sessions/open-session.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { DeliverReset } from './reset-delivery.ts'
import type { ResetRateLimit } from './reset-rate-limit.ts'
import { hashToken, newToken } from '../tokens.ts'

const RESET_LIVES_MS = 30 * 60_000

export interface ResetParts {
  db: Db
  bus: Bus
  log: Logger
  passwords: Passwords
  resetRateLimit: ResetRateLimit
  deliverReset: DeliverReset
  now: () => number
}

/**
 * Issues a reset token for the person's account of `email`, if there is one. Resolves before the account is
 * looked up, and writes as much for an unknown one: neither the time of this answer nor that of the
 * next tells whether it exists. Returns the seconds to wait when throttled, or 0.
 */
export async function requestReset(
  parts: ResetParts,
  { email, address }: { email: string; address: string | null },
): Promise<number> {
  const retryAfterS = await parts.resetRateLimit.requested(email, address ?? 'unknown')
  if (retryAfterS > 0) return retryAfterS
  void issueReset(parts, email, address).catch((error: unknown) => {
    parts.log.error({ err: error }, 'a reset token could not be made or delivered')
  })
  return 0
}

async function issueReset(
  { db, deliverReset, now }: ResetParts,
  email: string,
  address: string | null,
): Promise<void> {
  const user = await findUserByEmail(db, email)
  const token = newToken()
  const at = now()
  // A kiosk account has no person, and often no mailbox: it logs in by pairing, or as an admin sets.
  // An invited one has nobody yet: whoever opens its mail has the invite there, which stays.
  if (!user || stateOf(user) !== 'active') {
    const decoy = { tokenHash: hashToken(token) }
    await withLockOfAllHubs(db, (trx) => putDecoyReset(trx, decoy))
    return
  }
  const expiresAt = at + RESET_LIVES_MS
  await withLockOfAllHubs(db, async (trx) => {
    await putPasswordReset(trx, {
      userId: user.id,
      tokenHash: hashToken(token),
      now: at,
      expiresAt,
    })
    // The actor is the hub: the request carries no proof of who asked.
    const entry = { actor: 'hub', action: 'user.request_reset', target: user.email }
    await appendAudit(trx, { at, ...entry, address })
  })
  await deliverReset({ email: user.email, token, expiresAt })
}

export type ResetResult =
  /** `opened` is null for an account with a second factor: a token alone lets nobody in there. */
  | { ok: true; opened: OpenedSession | null }
  | { ok: false; reason: 'invalid' }
  | { ok: false; reason: 'wait'; retryAfterS: number }

export interface PasswordReset {
  token: string
  newPassword: string
  address: string | null
  /** Aborted when the caller leaves. */
  signal?: AbortSignal
  browser?: AskingBrowser
}

/**
 * Sets a new password for the holder of a token, ends every session of the account, and opens one
 * unless a login would ask for a code.
 */
export async function resetPassword(
  { db, bus, passwords, resetRateLimit, now }: ResetParts,
  { token, newPassword, address, browser, signal }: PasswordReset,
): Promise<ResetResult> {
  const retryAfterS = await resetRateLimit.tried(address ?? 'unknown')
  if (retryAfterS > 0) return { ok: false, reason: 'wait', retryAfterS }
  const tokenHash = hashToken(token)
  // Guessed tokens are refused here, without the cost of hashing a password.
  if (!(await isPasswordResetOpen(db, tokenHash, now()))) return { ok: false, reason: 'invalid' }
  const request = { group: ['proven', `reset ${tokenHash}`], signal }
  const passwordHash = await passwords.hash(newPassword, request)
  const done = await withLockOfAllHubs(db, async (trx) => {
    const at = now()
    const userId = await takePasswordReset(trx, tokenHash, at)
    const user = userId === undefined ? undefined : await findUser(trx, userId)
    if (!user || stateOf(user) !== 'active') return null
    await setPasswordHash(trx, user.id, { hash: passwordHash, now: at })
    const ended = await revokeSessionsOf(trx, user.id, at)
    const entry = { actor: user.email, action: 'user.password', target: user.email }
    await appendAudit(trx, { at, ...entry, detail: { via: 'reset' }, address })
    const needsCode = (await secondFactorInForce(trx, user.id)) !== undefined
    return {
      ended,
      opened: needsCode ? null : await openSession(trx, { user, now: at, address, browser }),
    }
  })
  if (!done) return { ok: false, reason: 'invalid' }
  bus.broadcast('sessionsRevoked', [...done.ended, ...(done.opened?.replaced ?? [])])
  return { ok: true, opened: done.opened }
}
