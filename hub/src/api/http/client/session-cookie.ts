import type { Role, SessionUser } from '@vehicle-control/protocol'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { OpenedSession } from '../../../auth/sessions/open-session.ts'
import { secondFactorState } from '../../../auth/second-factor/second-factor-state.ts'
import type { Session } from '../../../store/auth/sessions.ts'
import type { ApiEnv } from '../request-variables.ts'

/**
 * Carries the session where a browser sends no Authorization header: exports, photos, tiles, a
 * logout whose token is forgotten already, and a login, which ends that session. Over https its
 * name has the prefix `__Host-`, which browsers take from this host over https alone: a cookie that
 * is planted from the network or by another service of the domain is not read.
 */
export const SESSION_COOKIE = 'vc_session'
export const SECURE_SESSION_COOKIE = `__Host-${SESSION_COOKIE}`

const PLAIN = { name: SESSION_COOKIE, path: '/api', secure: false }
const SECURE = { name: SECURE_SESSION_COOKIE, path: '/', secure: true }
const cookieOf = (c: Context<ApiEnv>) => (c.var.secure ? SECURE : PLAIN)

/** The token of the session cookie; over https the one of plain http does not count. */
export function sessionCookie(c: Context<ApiEnv>): string | undefined {
  return getCookie(c, cookieOf(c).name)
}

/** Sets the cookie of a new session; returns the token and the account for the answer's body. */
export function openedSession(
  c: Context<ApiEnv>,
  { token, session }: OpenedSession,
  requiredRoles: readonly Role[],
): { token: string; user: SessionUser } {
  const { name, path, secure } = cookieOf(c)
  setCookie(c, name, token, {
    path,
    httpOnly: true,
    sameSite: 'Strict',
    secure,
    expires: new Date(session.expiresAt),
  })
  return { token, user: sessionUser(session, requiredRoles) }
}

/** Deletes the session cookies of the browser, of both kinds, and its cached answers. */
export function clearSessionCookie(c: Context<ApiEnv>): void {
  for (const { name, path } of [PLAIN, SECURE]) {
    deleteCookie(c, name, { path, secure: c.var.secure || name === SECURE_SESSION_COOKIE })
  }
  c.header('clear-site-data', '"cache"')
}

/** The account of a session as its holder sees it; `requiredRoles` need a second factor. */
export function sessionUser(session: Session, requiredRoles: readonly Role[]): SessionUser {
  const { userId, email, name, role, kiosk } = session
  const second_factor = secondFactorState(session, requiredRoles)
  return { id: userId, email, name, role, kiosk, second_factor }
}
