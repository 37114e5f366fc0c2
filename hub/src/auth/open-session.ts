import type { Db } from '../store/database.ts'
import type { UserRow } from '../store/schema/people.ts'
import { type Session, createSession } from '../store/auth/sessions.ts'
import { hashToken, newToken } from './tokens.ts'

const HOUR_MS = 3_600_000
const SESSION_MS = 12 * HOUR_MS
const KIOSK_SESSION_MS = 90 * 24 * HOUR_MS

export interface OpenedSession {
  /** Only its hash is stored: it cannot be shown again. */
  token: string
  session: Session
}

/** Opens a session for an account whose holder has just shown a password or a reset token. */
export async function openSession(
  trx: Db,
  { user, now, address }: { user: UserRow; now: number; address: string | null },
): Promise<OpenedSession> {
  const { id: userId, email, name, role } = user
  const kiosk = user.kiosk === 1
  const expiresAt = now + (kiosk ? KIOSK_SESSION_MS : SESSION_MS)
  const token = newToken()
  const id = await createSession(trx, {
    userId,
    tokenHash: hashToken(token),
    now,
    expiresAt,
    address,
  })
  return { token, session: { id, expiresAt, userId, email, name, role, kiosk } }
}
