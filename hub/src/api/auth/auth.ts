import { LoginRequest, type LoginResponse } from '@vehicle-control/protocol'
import { Hono } from 'hono'
import { deleteCookie } from 'hono/cookie'
import type { Logger } from 'pino'
import { type LoginParts, logIn, logOut } from '../../auth/login.ts'
import { SESSION_COOKIE } from '../access.ts'
import type { ApiEnv } from '../http/env.ts'
import { admit, userOf } from '../http/session-cookie.ts'
import { apiError, tooManyTries } from '../http/errors.ts'
import { readBody } from '../http/input.ts'

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
    if (!result.ok && result.reason === 'wait') throw tooManyTries(result.retryAfterS)
    if (!result.ok) throw apiError('invalid_credentials', 'Credenciales inválidas')
    return c.json(admit(c, result) satisfies LoginResponse)
  })

  routes.post('/logout', async (c) => {
    await logOut(parts, c.var.session, c.var.address)
    deleteCookie(c, SESSION_COOKIE, { path: '/api', secure: c.var.secure })
    return c.json({ ok: true })
  })

  routes.get('/me', (c) => c.json({ user: userOf(c.var.session) }))

  return routes
}
