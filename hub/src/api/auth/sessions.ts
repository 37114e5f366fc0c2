import { Done, LoginRequest, LoginResponse, Me } from '@vehicle-control/protocol'
import { logIn, logOut } from '../../auth/login/login.ts'
import { findUserByEmail } from '../../store/people/users.ts'
import { askingBrowser } from '../http/client/asking-browser.ts'
import { declareCall } from '../http/call.ts'
import { EVERY_ACCOUNT } from '../http/callers.ts'
import { apiError, tooManyTries } from '../http/errors.ts'
import { refusedCode } from './refused-code.ts'
import { clearSessionCookie, openedSession, sessionUser } from '../http/client/session-cookie.ts'

/** Login, logout, who am I. */
export const sessionCalls = [
  declareCall({
    id: 'logIn',
    method: 'POST',
    path: '/api/auth/login',
    who: 'public',
    notDone: 'nadie puede ingresar',
    summary: 'Open a session, by a code too where the account asks for one; also sets the cookie',
    body: LoginRequest,
    example: { email: 'ana@example.co', password: 'blue tractor', code: '123456' },
    answer: LoginResponse,
    errors: [
      'invalid_credentials',
      'second_factor_required',
      'invalid_second_factor',
      'rate_limited',
    ],
    async handle({ body, address, context }, parts) {
      const { signal } = context.req.raw
      const browser = askingBrowser(context)
      const result = await logIn(parts, { ...body, address, browser, signal })
      if (!result.ok && result.reason !== 'code_missing') {
        const { email: account } = body
        const { reason } = result
        // An attempt that only has to wait costs no query, however often it comes.
        const isKnown =
          reason === 'wait' ? null : (await findUserByEmail(parts.db, account)) !== undefined
        const { route } = context.var
        parts.failedLogins.failed({ account, isKnown, address, reason, route })
      }
      if (!result.ok && result.reason === 'wait') throw tooManyTries(result.retryAfterS)
      if (!result.ok && result.reason === 'wrong')
        throw apiError('invalid_credentials', 'Credenciales inválidas')
      if (!result.ok) throw refusedCode(result)
      return openedSession(context, result, parts.secondFactorRoles)
    },
  }),
  declareCall({
    id: 'logOut',
    method: 'POST',
    path: '/api/auth/logout',
    who: EVERY_ACCOUNT,
    beforeSecondFactor: true,
    // A browser that repeats a logout which did not arrive has forgotten the token by then.
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
    beforeSecondFactor: true,
    summary: 'Who this session is',
    answer: Me,
    handle: ({ session }, { secondFactorRoles }) => ({
      user: sessionUser(session, secondFactorRoles),
    }),
  }),
]
