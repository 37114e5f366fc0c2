import { appendAudit } from '../../store/people/audit-log.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'
import { revokeSessionsOf } from '../../store/auth/sessions.ts'
import { findUser, setPasswordHash } from '../../store/people/users.ts'
import {
  type OwnPassword,
  checkPassword,
  isSameLogin,
  ownAttempt,
  groupOfUser,
} from '../login/check-password.ts'
import type { LoginParts, LoginResult } from '../login/login.ts'
import { type AskingBrowser, openSession } from '../sessions/open-session.ts'

export interface PasswordChange extends OwnPassword {
  newPassword: string
  browser?: AskingBrowser
}

/**
 * Changes the caller's own password: every session ends, and a new one takes the caller's place.
 */
export async function changePassword(
  parts: LoginParts,
  change: PasswordChange,
): Promise<LoginResult> {
  const { db, bus, passwords, now } = parts
  const { session, newPassword, address, browser, signal } = change
  const { userId, email } = session
  const checked = await checkPassword(parts, ownAttempt(db, change))
  if (!checked.ok) return checked
  const request = { group: groupOfUser(userId), signal }
  const passwordHash = await passwords.hash(newPassword, request)
  const done = await withLockOfAllHubs(db, async (trx) => {
    const at = now()
    const user = await findUser(trx, userId)
    // Hashing takes long: a reset, or an account disabled meanwhile, wins.
    if (!isSameLogin(user, checked.user)) return null
    await setPasswordHash(trx, userId, { hash: passwordHash, now: at })
    const ended = await revokeSessionsOf(trx, userId, at)
    const entry = { actor: email, action: 'user.password', target: email }
    await appendAudit(trx, { at, ...entry, detail: { via: 'change' }, address })
    return { ended, opened: await openSession(trx, { user, now: at, address, browser }) }
  })
  if (!done) return { ok: false, reason: 'wrong' }
  bus.broadcast('sessionsRevoked', [...done.ended, ...done.opened.replaced])
  return { ok: true, ...done.opened }
}
