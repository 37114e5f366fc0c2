import type { Db } from '../store/database.ts'
import type { UserRow } from '../store/schema/people.ts'
import { type Session, createSession, findSession } from '../store/auth/sessions.ts'
import { hashToken, newToken } from './tokens.ts'

const HOUR_MS = 3_600_000
const SESSION_MS = 12 * HOUR_MS
const KIOSK_SESSION_MS = 90 * 24 * HOUR_MS

export interface OpenedSession {
  /** Only its hash is stored: it cannot be shown again. */
  token: string
  session: Session
}

/** Opens a session for an enabled account whose holder has just shown all that a login asks for. */
export async function openSession(
  trx: Db,
  { user, now, address }: { user: UserRow; now: number; address: string | null },
): Promise<OpenedSession> {
  const expiresAt = now + (user.kiosk === 1 ? KIOSK_SESSION_MS : SESSION_MS)
  const token = newToken()
  const tokenHash = hashToken(token)
  await createSession(trx, { userId: user.id, tokenHash, now, expiresAt, address })
  const session = await findSession(trx, tokenHash, now)
  if (!session) throw new Error('a disabled account was given a session')
  return { token, session }
}
