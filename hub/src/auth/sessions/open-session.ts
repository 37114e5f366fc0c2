import { SESSION_HOURS } from '../../config/security-variables.ts'
import type { Db } from '../../store/database.ts'
import { appendAudit } from '../../store/people/audit-log.ts'
import type { UserRow } from '../../store/schema/people.ts'
import {
  type Session,
  createSession,
  findSession,
  revokeSession,
} from '../../store/auth/sessions.ts'
import { hashToken, newToken } from '../tokens.ts'

const HOUR_MS = 3_600_000
const SESSION_MS = SESSION_HOURS * HOUR_MS
const KIOSK_SESSION_MS = 90 * 24 * HOUR_MS

export interface OpenedSession {
  /** Only its hash is stored: it cannot be shown again. */
  token: string
  session: Session
  /** Ids of the ended sessions that this one replaces; their sockets are to be closed. */
  replaced: number[]
}

/** The browser that asks for a session. */
export interface AskingBrowser {
  /** Its name and system; null: not known. */
  device: string | null
  /** Tokens that it held until now, of any account and valid or not. */
  held: readonly string[]
}

export interface NewLogin {
  user: UserRow
  now: number
  address: string | null
  /** Absent: a program of which nothing is known. */
  browser?: AskingBrowser | undefined
}

/** Opens a session for an enabled account whose holder has just shown all that a login asks for. */
export async function openSession(
  trx: Db,
  { user, now, address, browser = { device: null, held: [] } }: NewLogin,
): Promise<OpenedSession> {
  const expiresAt = now + (user.kiosk === 1 ? KIOSK_SESSION_MS : SESSION_MS)
  const token = newToken()
  const tokenHash = hashToken(token)
  const replaced = await endHeld(trx, browser.held, { now, address, actor: user.email })
  const { device } = browser
  await createSession(trx, { userId: user.id, tokenHash, now, expiresAt, address, device })
  const session = await findSession(trx, tokenHash, now)
  if (!session) throw new Error('a disabled account was given a session')
  return { token, session, replaced }
}

/** Ends the sessions of these tokens: unseen by the browser, they would stay in force. */
async function endHeld(
  trx: Db,
  tokens: readonly string[],
  { now, address, actor }: { now: number; address: string | null; actor: string },
): Promise<number[]> {
  const ended: number[] = []
  for (const token of new Set(tokens)) {
    const session = await findSession(trx, hashToken(token), now)
    if (!session) continue
    await revokeSession(trx, session.id, now)
    const entry = { at: now, actor, action: 'session.end', target: session.email, address }
    await appendAudit(trx, { ...entry, detail: { via: 'login' } })
    ended.push(session.id)
  }
  return ended
}
