import {
  ChangePasswordRequest,
  type PasswordChanged,
  RequestResetRequest,
  ResetPasswordRequest,
} from '@vehicle-control/protocol'
import { Hono } from 'hono'
import { changePassword } from '../../auth/change-password.ts'
import type { LoginParts } from '../../auth/login.ts'
import { UncommonPassword } from '../../auth/new-password.ts'
import { type ResetParts, requestReset, resetPassword } from '../../auth/password-reset.ts'
import { admit } from '../http/session-cookie.ts'
import type { ApiEnv } from '../http/env.ts'
import { apiError, tooManyTries } from '../http/errors.ts'
import { readBody } from '../http/input.ts'

export const ResetBody = ResetPasswordRequest.extend({ newPassword: UncommonPassword })
export const ChangeBody = ChangePasswordRequest.extend({ newPassword: UncommonPassword })

/** /api/auth: how a password is set by its owner. */
export function passwordRoutes(parts: LoginParts & ResetParts): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>()

  routes.post('/request-reset', async (c) => {
    const { email } = await readBody(c, RequestResetRequest)
    const retryAfterS = await requestReset(parts, { email, address: c.var.address })
    if (retryAfterS > 0) throw tooManyTries(retryAfterS)
    return c.json({ ok: true })
  })

  routes.post('/reset-password', async (c) => {
    const { token, newPassword } = await readBody(c, ResetBody)
    const result = await resetPassword(parts, { token, newPassword, address: c.var.address })
    if (!result.ok) {
      parts.log.warn({ address: c.var.address, reason: result.reason }, 'password reset refused')
    }
    if (!result.ok && result.reason === 'wait') throw tooManyTries(result.retryAfterS)
    if (!result.ok) {
      const message = 'El token no es válido, ya se usó o venció; solicita uno nuevo'
      throw apiError('invalid_input', message, { issues: [{ path: 'token', message }] })
    }
    return c.json({ ok: true, ...admit(c, result) } satisfies PasswordChanged)
  })

  routes.post('/change-password', async (c) => {
    const passwords = await readBody(c, ChangeBody)
    const { session, address } = c.var
    const result = await changePassword(parts, { session, address, ...passwords })
    if (!result.ok) {
      parts.log.warn({ address, reason: result.reason }, 'password change refused')
    }
    if (!result.ok && result.reason === 'wait') throw tooManyTries(result.retryAfterS)
    if (!result.ok) {
      // Not 401: the caller's session is as good as before.
      const message = 'La contraseña actual no es correcta; escríbela de nuevo'
      throw apiError('invalid_input', message, { issues: [{ path: 'currentPassword', message }] })
    }
    return c.json({ ok: true, ...admit(c, result) } satisfies PasswordChanged)
  })

  return routes
}
