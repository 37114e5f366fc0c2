import { IDLE_HEADER } from '@vehicle-control/protocol'
import type { Context } from 'hono'
import { sessionOfToken } from '../../auth/login/login.ts'
import { secondFactorState } from '../../auth/second-factor/second-factor-state.ts'
import type { Session } from '../../store/auth/sessions.ts'
import { storeFault } from '../../store/unavailable.ts'
import { isWithin } from '../../limits/is-within.ts'
import type { ApiParts } from '../parts.ts'
import type { Call } from './call.ts'
import type { ApiEnv } from './request-variables.ts'
import { apiError } from './errors.ts'
import { bearerToken } from './client/asking-browser.ts'
import { sessionCookie } from './client/session-cookie.ts'

/** A server that is unreachable is silent for half a minute. */
const DATABASE_WITHIN_MS = 5000

type CallerParts = Pick<
  ApiParts,
  'db' | 'urgentReads' | 'now' | 'secondFactorRoles' | 'sessionUse' | 'knownSessions'
>

/** Sets the caller's session; 401 without one in force, 403 when the call is for others. */
export async function requireCaller(
  c: Context<ApiEnv>,
  call: Call,
  parts: CallerParts,
): Promise<void> {
  const { who, cookie, beforeSecondFactor } = call
  const { secondFactorRoles, sessionUse } = parts
  if (who === 'public') return
  const bearer = bearerToken(c)
  // SameSite does not keep out another service of this machine, on another port.
  const takesCookie = cookie && (c.req.method === 'GET' || c.var.ofOwnPage)
  const token = bearer ?? (takesCookie ? sessionCookie(c) : undefined)
  const session = token ? await findSession(token, call, parts) : undefined
  if (!session) throw apiError('unauthorized', 'Inicia sesión para continuar')
  // Before the checks, so that the log of a refusal names the account.
  c.set('session', session)
  // A request by cookie (photos, tiles) does not show that somebody is at the browser.
  if (bearer && !(await sessionUse.note(session, c.req.header(IDLE_HEADER)))) {
    throw apiError('unauthorized', 'La sesión se cerró por inactividad; inicia sesión de nuevo')
  }
  if (!who.includes(session.kiosk ? 'kiosk' : session.role)) {
    throw apiError('forbidden', 'Tu usuario no tiene permiso para esta acción')
  }
  const mustSetUpFactor = secondFactorState(session, secondFactorRoles) === 'required'
  if (mustSetUpFactor && !beforeSecondFactor) {
    const message = 'Tu rol exige un segundo factor; actívalo para continuar'
    throw apiError('second_factor_required', message, { status: 403 })
  }
}

async function findSession(
  token: string,
  { within, withoutDatabase }: Call,
  { db, urgentReads, now, knownSessions }: CallerParts,
): Promise<Session | undefined> {
  const known = withoutDatabase && knownSessions.find(token)
  const confirm = async () => {
    const session = await sessionOfToken(within ? urgentReads : db, token, now())
    knownSessions.note(token, session)
    return session
  }
  const confirmed = confirm()
  if (!known) return await confirmed
  try {
    return (await isWithin(DATABASE_WITHIN_MS, confirmed)) ? await confirmed : known
  } catch (error) {
    if (storeFault(error) === null) throw error
    return known
  }
}
