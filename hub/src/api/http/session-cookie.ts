import type { SessionUser } from '@vehicle-control/protocol'
import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'
import type { OpenedSession } from '../../auth/open-session.ts'
import type { Session } from '../../store/auth/sessions.ts'
import { SESSION_COOKIE } from '../access.ts'
import type { ApiEnv } from './env.ts'

/** Gives the caller a new session: the cookie with the answer, the token in its body. */
export function admit(
  c: Context<ApiEnv>,
  { token, session }: OpenedSession,
): { token: string; user: SessionUser } {
  setCookie(c, SESSION_COOKIE, token, {
    path: '/api',
    httpOnly: true,
    sameSite: 'Strict',
    secure: c.var.secure,
    expires: new Date(session.expiresAt),
  })
  return { token, user: userOf(session) }
}

/** The account of a session as its holder sees it. */
export function userOf({ userId, email, name, role, kiosk }: Session): SessionUser {
  return { id: userId, email, name, role, kiosk }
}
