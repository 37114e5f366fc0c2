import {
  ChangePasswordRequest,
  Done,
  PasswordChanged,
  PasswordReset,
  RequestResetRequest,
  ResetPasswordRequest,
} from '@vehicle-control/protocol'
import { changePassword } from '../../auth/own-account/change-password.ts'
import { UncommonPassword } from '../../auth/passwords/new-password.ts'
import { requestReset, resetPassword } from '../../auth/password-reset/password-reset.ts'
import { askingBrowser } from '../http/client/asking-browser.ts'
import { declareCall } from '../http/call.ts'
import { PEOPLE } from '../http/callers.ts'
import { invalidField, tooManyTries } from '../http/errors.ts'
import { openedSession } from '../http/client/session-cookie.ts'
import { wrongOwnPassword } from './refused-code.ts'

/** People set their own password: by a reset token, or knowing the old one. */
export const passwordCalls = [
  declareCall({
    id: 'requestPasswordReset',
    method: 'POST',
    path: '/api/auth/request-reset',
    who: 'public',
    summary: 'Send a reset token; answers the same whether the account exists or not',
    body: RequestResetRequest,
    example: { email: 'ana@example.co' },
    answer: Done,
    errors: ['rate_limited'],
    async handle({ body: { email }, address }, parts) {
      const retryAfterS = await requestReset(parts, { email, address })
      if (retryAfterS > 0) throw tooManyTries(retryAfterS)
      return { ok: true }
    },
  }),
  declareCall({
    id: 'resetPassword',
    method: 'POST',
    path: '/api/auth/reset-password',
    // The token in the body is the permission.
    who: 'public',
    summary:
      'Set a password by a reset token; every session of the account ends, and without a second factor a new one opens',
    body: ResetPasswordRequest.extend({ newPassword: UncommonPassword }),
    example: { token: 'reset-token', newPassword: 'green tractor' },
    answer: PasswordReset,
    errors: ['rate_limited'],
    async handle({ body: { token, newPassword }, address, context }, parts) {
      const result = await resetPassword(parts, {
        token,
        newPassword,
        address,
        browser: askingBrowser(context),
        signal: context.req.raw.signal,
      })
      if (!result.ok) parts.log.warn({ address, reason: result.reason }, 'password reset refused')
      if (!result.ok && result.reason === 'wait') throw tooManyTries(result.retryAfterS)
      if (!result.ok) {
        const message = 'El token no es válido, ya se usó o venció; solicita uno nuevo'
        throw invalidField('token', message, message)
      }
      const { opened } = result
      return { ok: true, ...(opened && openedSession(context, opened, parts.secondFactorRoles)) }
    },
  }),
  declareCall({
    id: 'changePassword',
    method: 'POST',
    path: '/api/auth/change-password',
    who: PEOPLE,
    beforeSecondFactor: true,
    summary: 'Set the own password; every session ends, a new one opens',
    body: ChangePasswordRequest.extend({ newPassword: UncommonPassword }),
    example: { currentPassword: 'blue tractor', newPassword: 'green tractor' },
    answer: PasswordChanged,
    errors: ['rate_limited'],
    async handle({ body, session, address, context }, parts) {
      const result = await changePassword(parts, {
        session,
        address,
        browser: askingBrowser(context),
        signal: context.req.raw.signal,
        ...body,
      })
      if (!result.ok) {
        const account = session.email
        parts.log.warn({ account, address, reason: result.reason }, 'password change refused')
      }
      if (!result.ok && result.reason === 'wait') throw tooManyTries(result.retryAfterS)
      if (!result.ok) throw wrongOwnPassword()
      return { ok: true, ...openedSession(context, result, parts.secondFactorRoles) }
    },
  }),
]
