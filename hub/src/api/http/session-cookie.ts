import type { Role, SessionUser } from '@vehicle-control/protocol'
import type { Context } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import type { OpenedSession } from '../../auth/open-session.ts'
import { secondFactorState } from '../../auth/second-factor-state.ts'
import type { Session } from '../../store/auth/sessions.ts'
import type { ApiEnv } from './request-variables.ts'

/** Carries the session of downloads that the browser fetches by itself: exports, photos, tiles. */
export const SESSION_COOKIE = 'vc_session'

/** Sets the cookie of a new session, and gives the token and the account for the answer's body. */
export function openedSession(
  c: Context<ApiEnv>,
  { token, session }: OpenedSession,
  requiredRoles: readonly Role[],
): { token: string; user: SessionUser } {
  setCookie(c, SESSION_COOKIE, token, {
    path: '/api',
    httpOnly: true,
    sameSite: 'Strict',
    secure: c.var.secure,
    expires: new Date(session.expiresAt),
  })
  return { token, user: sessionUser(session, requiredRoles) }
}

export function clearSessionCookie(c: Context<ApiEnv>): void {
  deleteCookie(c, SESSION_COOKIE, { path: '/api', secure: c.var.secure })
}

/** The account of a session as its holder sees it; these roles need a second factor. */
export function sessionUser(session: Session, requiredRoles: readonly Role[]): SessionUser {
  const { userId, email, name, role, kiosk } = session
  const second_factor = secondFactorState(session, requiredRoles)
  return { id: userId, email, name, role, kiosk, second_factor }
}
