import type { Bus } from '../../bus/bus.ts'
import { appendAudit } from '../../store/people/audit-log.ts'
import type { Db } from '../../store/database.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'
import { secondFactorInForce } from '../../store/auth/second-factors.ts'
import { type Session, findSession, revokeSession } from '../../store/auth/sessions.ts'
import { activateUser, findUser, findUserByEmail } from '../../store/people/users.ts'
import { type CodeParts, type CodeRefusal, checkCode } from '../second-factor/check-code.ts'
import { type CheckParts, type Refusal, isSameLogin, tryPassword } from './check-password.ts'
import { type AskingBrowser, type OpenedSession, openSession } from '../sessions/open-session.ts'
import { hashToken } from '../tokens.ts'

export interface LoginParts extends CheckParts, CodeParts {
  db: Db
  bus: Bus
  now: () => number
}

export type LoginResult = ({ ok: true } & OpenedSession) | Refusal | CodeRefusal

export interface LoginAttempt {
  email: string
  password: string
  /** Of the second factor; an account without one needs none. */
  code?: string | undefined
  address: string | null
  browser?: AskingBrowser
  /** Aborted when the caller leaves. */
  signal?: AbortSignal
}

/**
 * Checks a password, and a code where the account has a second factor, and opens a session. An
 * unknown or disabled account gets the same answer as a wrong password, and the code is not looked
 * at before the password is right.
 */
export async function logIn(
  parts: LoginParts,
  { email, code, browser, ...attempt }: LoginAttempt,
): Promise<LoginResult> {
  const { db, bus, loginRateLimit, known } = parts
  const { address } = attempt
  const user = () => findUserByEmail(db, email)
  const checked = await tryPassword(parts, { account: email, user, ...attempt })
  if (!checked.ok) return checked
  const result = await withLockOfAllHubs(db, async (trx): Promise<LoginResult> => {
    const current = await findUser(trx, checked.user.id)
    // Checking takes long: a new password, or an account disabled meanwhile, wins.
    if (!isSameLogin(current, checked.user)) return { ok: false, reason: 'wrong' }
    const now = parts.now()
    const factor = await secondFactorInForce(trx, current.id)
    const shown = factor ? await checkCode(trx, parts, { factor, code, now }) : null
    if (shown && !shown.ok) return shown
    const entry = { at: now, actor: email, action: 'login', target: email, address }
    // An older hub beside this one has added it.
    if (current.activated_at === null) await activateUser(trx, current.id, now)
    await appendAudit(trx, shown ? { ...entry, detail: { second_factor: shown.by } } : entry)
    return { ok: true, ...(await openSession(trx, { user: current, now, address, browser })) }
  })
  if (result.ok && result.replaced.length > 0) bus.broadcast('sessionsRevoked', result.replaced)
  const from = address ?? 'unknown'
  if (result.ok) {
    await loginRateLimit.succeeded(email, from)
    known.remember(from)
  }
  // The same password comes again with the code, and both count as one try.
  else if (result.reason === 'code_missing') {
    // Most logins with a code begin so; but only this shows a thief who has just the password.
    parts.log.info({ account: email, address }, 'a right password came without its code')
    await loginRateLimit.takenBack(email, from)
  }
  return result
}

/** Revokes a session and closes its sockets on every hub. */
export async function logOut(
  { db, bus, now }: Pick<LoginParts, 'db' | 'bus' | 'now'>,
  session: Session,
  address: string | null,
): Promise<void> {
  const at = now()
  const { email } = session
  await withLockOfAllHubs(db, async (trx) => {
    await revokeSession(trx, session.id, at)
    await appendAudit(trx, { at, actor: email, action: 'logout', target: email, address })
  })
  bus.broadcast('sessionsRevoked', [session.id])
}

/** Finds the session of a token, while it is in force. */
export async function sessionOfToken(
  db: Db,
  token: string,
  now: number,
): Promise<Session | undefined> {
  return await findSession(db, hashToken(token), now)
}
