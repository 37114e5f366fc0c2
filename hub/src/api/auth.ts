import { LoginRequest, type LoginResponse, type SessionUser } from '@vehicle-control/protocol'
import { Hono } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import type { Logger } from 'pino'
import { type LoginParts, logIn, logOut } from '../auth/login.ts'
import type { Session } from '../store/sessions.ts'
import { SESSION_COOKIE } from './access.ts'
import type { ApiEnv } from './env.ts'
import { apiError } from './errors.ts'
import { readBody } from './input.ts'

/** /api/auth: login, logout, who am I. */
export function authRoutes(parts: LoginParts & { log: Logger }): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>()

  routes.post('/login', async (c) => {
    const { email, password } = await readBody(c, LoginRequest)
    const result = await logIn(parts, { email, password, address: c.var.address })
    // Without the email: people type their password there.
    if (!result.ok) {
      parts.log.warn({ address: c.var.address, reason: result.reason }, 'login refused')
    }
    if (!result.ok && result.reason === 'wait') {
      const { retryAfterS } = result
      const message = `Demasiados intentos; espera ${retryAfterS} s e intenta de nuevo`
      throw apiError('rate_limited', message, { retryAfterS })
    }
    if (!result.ok) throw apiError('invalid_credentials', 'Credenciales inválidas')
    const { token, session } = result
    setCookie(c, SESSION_COOKIE, token, {
      path: '/api',
      httpOnly: true,
      sameSite: 'Strict',
      secure: c.var.secure,
      expires: new Date(session.expiresAt),
    })
    return c.json({ token, user: userOf(session) } satisfies LoginResponse)
  })

  routes.post('/logout', async (c) => {
    await logOut(parts, c.var.session, c.var.address)
    deleteCookie(c, SESSION_COOKIE, { path: '/api', secure: c.var.secure })
    return c.json({ ok: true })
  })

  routes.get('/me', (c) => c.json({ user: userOf(c.var.session) }))

  return routes
}

function userOf({ userId, email, name, role }: Session): SessionUser {
  return { id: userId, email, name, role }
}
