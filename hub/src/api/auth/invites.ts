import {
  AcceptInviteRequest,
  InviteLook,
  LoginResponse,
  LookAtInviteRequest,
} from '@vehicle-control/protocol'
import type { HTTPException } from 'hono/http-exception'
import { type InviteRefusal, acceptInvite, lookAtInvite } from '../../auth/invites/accept-invite.ts'
import { UncommonPassword } from '../../auth/passwords/new-password.ts'
import { askingBrowser } from '../http/client/asking-browser.ts'
import { type CallRequest, declareCall } from '../http/call.ts'
import { openedSession } from '../http/client/session-cookie.ts'
import { apiError, tooManyTries } from '../http/errors.ts'
import type { ApiParts } from '../parts.ts'

/** Whoever has the link of an invite looks at it, and accepts it once. */
export const inviteTokenCalls = [
  declareCall({
    id: 'lookAtInvite',
    method: 'POST',
    path: '/api/auth/invites/look',
    // The token in the body is the permission.
    who: 'public',
    summary: 'Whom an invite is for; it stays as it is',
    body: LookAtInviteRequest,
    example: { token: 'invite-token' },
    answer: InviteLook,
    errors: ['invalid_invite', 'rate_limited'],
    async handle({ body: { token }, ...request }, parts) {
      const result = await lookAtInvite(parts, { token, address: request.address })
      if (!result.ok) throw refused(result, request, parts)
      const { email, name, role } = result
      return { email, name, role, site_name: parts.settings.current.site_name }
    },
  }),
  declareCall({
    id: 'acceptInvite',
    method: 'POST',
    path: '/api/auth/invites/accept',
    who: 'public',
    summary: 'Set the password of an invited account and log in; an invite is good once',
    body: AcceptInviteRequest.extend({ password: UncommonPassword }),
    example: { token: 'invite-token', password: 'green tractor' },
    answer: LoginResponse,
    errors: ['invalid_invite', 'rate_limited'],
    async handle({ body, ...request }, parts) {
      const { address, context } = request
      const browser = askingBrowser(context)
      const { signal } = context.req.raw
      const result = await acceptInvite(parts, { ...body, address, browser, signal })
      if (!result.ok) throw refused(result, request, parts)
      return openedSession(context, result, parts.secondFactorRoles)
    },
  }),
]

/** Logs that an invite was refused, and returns the answer: one for whatever is wrong with it. */
function refused(
  refusal: InviteRefusal,
  { address }: Pick<CallRequest, 'address'>,
  { log }: Pick<ApiParts, 'log'>,
): HTTPException {
  log.warn({ address, reason: refusal.reason }, 'an invite was refused')
  if (refusal.reason === 'wait') return tooManyTries(refusal.retryAfterS)
  return apiError(
    'invalid_invite',
    'La invitación no es válida, ya se usó o venció; pide otra a quien te invitó',
  )
}
