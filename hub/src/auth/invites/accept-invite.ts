import type { Role } from '@vehicle-control/protocol'
import type { Db } from '../../store/database.ts'
import { revokeSessionsOf } from '../../store/auth/sessions.ts'
import { appendAudit } from '../../store/people/audit-log.ts'
import { findOpenInvite, takeInvite } from '../../store/people/user-invites.ts'
import { findUser, setPasswordHash, stateOf } from '../../store/people/users.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'
import type { ResetParts } from '../password-reset/password-reset.ts'
import { type AskingBrowser, type OpenedSession, openSession } from '../sessions/open-session.ts'
import { hashToken } from '../tokens.ts'

export type InviteRefusal =
  /** Unknown, used, late or revoked. */
  { ok: false; reason: 'invalid' } | { ok: false; reason: 'wait'; retryAfterS: number }

interface ShownToken {
  token: string
  address: string | null
}

/** Whom the invite of a token is for; it stays as it is. */
export async function lookAtInvite(
  { db, resetRateLimit, now }: Pick<ResetParts, 'db' | 'resetRateLimit' | 'now'>,
  { token, address }: ShownToken,
): Promise<{ ok: true; email: string; name: string; role: Role } | InviteRefusal> {
  const retryAfterS = await resetRateLimit.tried(address ?? 'unknown')
  if (retryAfterS > 0) return { ok: false, reason: 'wait', retryAfterS }
  const invited = await findOpenInvite(db, hashToken(token), now())
  return invited ? { ok: true, ...invited } : { ok: false, reason: 'invalid' }
}

export interface Acceptance extends ShownToken {
  password: string
  browser?: AskingBrowser
  /** Aborted when the caller leaves. */
  signal?: AbortSignal
}

/** Sets the password of the invite's account, which is activated by that, and opens a session. */
export async function acceptInvite(
  { db, bus, passwords, resetRateLimit, now }: ResetParts,
  { token, password, address, browser, signal }: Acceptance,
): Promise<({ ok: true } & OpenedSession) | InviteRefusal> {
  const retryAfterS = await resetRateLimit.tried(address ?? 'unknown')
  if (retryAfterS > 0) return { ok: false, reason: 'wait', retryAfterS }
  const tokenHash = hashToken(token)
  // Guessed tokens are refused here, without the cost of hashing a password.
  if (!(await findOpenInvite(db, tokenHash, now()))) return { ok: false, reason: 'invalid' }
  const request = { group: ['proven', `invite ${tokenHash}`], signal }
  const hash = await passwords.hash(password, request)
  const done = await withLockOfAllHubs(db, async (trx) => {
    const at = now()
    const user = await takeAccount(trx, tokenHash, at)
    if (!user) return null
    await setPasswordHash(trx, user.id, { hash, now: at })
    // An older hub beside this one may have let the account in before.
    const ended = await revokeSessionsOf(trx, user.id, at)
    const entry = { actor: user.email, action: 'user.invite_accept', target: user.email }
    await appendAudit(trx, { at, ...entry, detail: { role: user.role }, address })
    return { ended, opened: await openSession(trx, { user, now: at, address, browser }) }
  })
  if (!done) return { ok: false, reason: 'invalid' }
  const { ended, opened } = done
  const gone = [...ended, ...opened.replaced]
  if (gone.length > 0) bus.broadcast('sessionsRevoked', gone)
  return { ok: true, ...opened }
}

/** Uses up the token; undefined unless its account still waits, for the role of the invite. */
async function takeAccount(trx: Db, tokenHash: string, now: number) {
  const invite = await takeInvite(trx, tokenHash, now)
  const user = invite && (await findUser(trx, invite.user_id))
  // An older hub beside this one may have changed the account and left the invite.
  return user && stateOf(user) === 'invited' && user.role === invite.role ? user : undefined
}
