import type { Bus } from '../bus/bus.ts'
import { appendAudit } from '../store/people/audit-log.ts'
import type { Db } from '../store/database.ts'
import { withLockOfAllHubs } from '../store/transaction.ts'
import { type Session, findSession, revokeSession } from '../store/auth/sessions.ts'
import { findUser, findUserByEmail } from '../store/people/users.ts'
import { type CheckParts, type Refusal, checkPassword, isSameLogin } from './check-password.ts'
import { type OpenedSession, openSession } from './open-session.ts'
import { hashToken } from './tokens.ts'

export interface LoginParts extends CheckParts {
  db: Db
  bus: Bus
  now: () => number
}

export interface LoginAttempt {
  email: string
  password: string
  address: string | null
  /** Aborted when the caller leaves. */
  signal?: AbortSignal
}

export type LoginResult = ({ ok: true } & OpenedSession) | Refusal

/** Checks a password and opens a session. Unknown, disabled and wrong get the same answer. */
export async function logIn(
  parts: LoginParts,
  { email, ...attempt }: LoginAttempt,
): Promise<LoginResult> {
  const { db } = parts
  const { address } = attempt
  const user = () => findUserByEmail(db, email)
  const checked = await checkPassword(parts, { account: email, user, ...attempt })
  if (!checked.ok) return checked
  const opened = await withLockOfAllHubs(db, async (trx) => {
    const current = await findUser(trx, checked.user.id)
    // Checking takes long: a new password, or an account disabled meanwhile, wins.
    if (!isSameLogin(current, checked.user)) return null
    const now = parts.now()
    await appendAudit(trx, { at: now, actor: email, action: 'login', target: email, address })
    return await openSession(trx, { user: current, now, address })
  })
  return opened ? { ok: true, ...opened } : { ok: false, reason: 'wrong' }
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
