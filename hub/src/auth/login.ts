import type { Bus } from '../bus/bus.ts'
import { appendAudit } from '../store/audit.ts'
import { type Db, inTransaction } from '../store/database.ts'
import { type Session, createSession, findSession, revokeSession } from '../store/sessions.ts'
import { findUserByEmail } from '../store/users.ts'
import type { LoginThrottle } from './login-throttle.ts'
import { PasswordQueueFull, type Passwords } from './passwords.ts'
import { hashToken, newToken } from './tokens.ts'

const HOUR_MS = 3_600_000
const SESSION_MS = 12 * HOUR_MS
const KIOSK_SESSION_MS = 90 * 24 * HOUR_MS

export interface LoginParts {
  db: Db
  bus: Bus
  passwords: Passwords
  throttle: LoginThrottle
  /** Whether accounts that still have the demo's known password may log in. */
  demoAllowed: boolean
  now: () => number
}

export type LoginResult =
  | { ok: true; token: string; session: Session }
  | { ok: false; reason: 'wrong' }
  | { ok: false; reason: 'wait'; retryAfterS: number }

/** Checks a password and opens a session; unknown, disabled and wrong look the same. */
export async function logIn(
  parts: LoginParts,
  { email, password, address }: { email: string; password: string; address: string | null },
): Promise<LoginResult> {
  const { db, throttle } = parts
  const from = address ?? 'unknown'
  const retryAfterS = await throttle.waitS(email, from)
  if (retryAfterS > 0) return { ok: false, reason: 'wait', retryAfterS }
  await throttle.tried(email, from)
  const user = await findUserByEmail(db, email)
  const right = await parts.passwords
    .verify(password, user?.password_hash)
    .catch(async (error: unknown) => {
      if (error instanceof PasswordQueueFull) await throttle.notChecked(email, from)
      throw error
    })
  const shut = user?.disabled_at !== null || (user.demo === 1 && !parts.demoAllowed)
  if (!user || !right || shut) return { ok: false, reason: 'wrong' }
  await throttle.succeeded(email, from)

  const now = parts.now()
  const kiosk = user.kiosk === 1
  const expiresAt = now + (kiosk ? KIOSK_SESSION_MS : SESSION_MS)
  const token = newToken()
  const id = await inTransaction(db, async (trx) => {
    await appendAudit(trx, { at: now, actor: email, action: 'login', target: email, address })
    const opened = { userId: user.id, tokenHash: hashToken(token), now, expiresAt, address }
    return await createSession(trx, opened)
  })
  const { name, role } = user
  const session = { id, expiresAt, userId: user.id, email: user.email, name, role, kiosk }
  return { ok: true, token, session }
}

/** Ends a session here and on its sockets. */
export async function logOut(
  { db, bus, now }: Pick<LoginParts, 'db' | 'bus' | 'now'>,
  session: Session,
  address: string | null,
): Promise<void> {
  const at = now()
  const { email } = session
  await inTransaction(db, async (trx) => {
    await revokeSession(trx, session.id, at)
    await appendAudit(trx, { at, actor: email, action: 'logout', target: email, address })
  })
  bus.emit('sessionsRevoked', [session.id])
}

/** The session that a token stands for, while it is in force. */
export async function sessionOfToken(
  db: Db,
  token: string,
  now: number,
): Promise<Session | undefined> {
  return await findSession(db, hashToken(token), now)
}
