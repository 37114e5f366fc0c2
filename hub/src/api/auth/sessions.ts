import { Done, LoginRequest, LoginResponse, Me } from '@vehicle-control/protocol'
import { logIn, logOut } from '../../auth/login.ts'
import { declareCall } from '../http/call.ts'
import { EVERY_ACCOUNT } from '../http/callers.ts'
import { apiError, tooManyTries } from '../http/errors.ts'
import { clearSessionCookie, openedSession, sessionUser } from '../http/session-cookie.ts'

/** Login, logout, who am I. */
export const sessionCalls = [
  declareCall({
    id: 'logIn',
    method: 'POST',
    path: '/api/auth/login',
    who: 'public',
    summary: 'Open a session; also sets the cookie for exports and photos',
    body: LoginRequest,
    example: { email: 'ana@example.co', password: 'blue tractor' },
    answer: LoginResponse,
    errors: ['invalid_credentials', 'rate_limited'],
    async handle({ body: { email, password }, address, context }, parts) {
      const result = await logIn(parts, { email, password, address })
      // Without the email: people type their password there.
      if (!result.ok) parts.log.warn({ address, reason: result.reason }, 'login refused')
      if (!result.ok && result.reason === 'wait') throw tooManyTries(result.retryAfterS)
      if (!result.ok) throw apiError('invalid_credentials', 'Credenciales inválidas')
      return openedSession(context, result)
    },
  }),
  declareCall({
    id: 'logOut',
    method: 'POST',
    path: '/api/auth/logout',
    who: EVERY_ACCOUNT,
    // A browser whose logout did not arrive has forgotten the token when it says it again.
    cookie: true,
    summary: 'End this session',
    answer: Done,
    async handle({ session, address, context }, parts) {
      await logOut(parts, session, address)
      clearSessionCookie(context)
      return { ok: true }
    },
  }),
  declareCall({
    id: 'whoAmI',
    method: 'GET',
    path: '/api/auth/me',
    who: EVERY_ACCOUNT,
    summary: 'Who this session is',
    answer: Me,
    handle: ({ session }) => ({ user: sessionUser(session) }),
  }),
]
