import type { Context } from 'hono'
import { sessionOfToken } from '../../auth/login.ts'
import type { Session } from '../../store/auth/sessions.ts'
import type { ApiParts } from '../parts.ts'
import type { Call } from './call.ts'
import type { ApiEnv } from './request-variables.ts'
import { apiError } from './errors.ts'
import { sessionCookie } from './session-cookie.ts'

/** The session of a caller whom `call` lets in; 401 without one, 403 when it is of another kind. */
export async function requireCaller(
  c: Context<ApiEnv>,
  { who, cookie, method, within }: Call,
  { db, urgentReads, now }: Pick<ApiParts, 'db' | 'urgentReads' | 'now'>,
): Promise<Session | null> {
  if (who === 'public') return null
  const bearer = /^Bearer ([\w-]{1,256})$/i.exec(c.req.header('authorization') ?? '')?.[1]
  const token = bearer ?? (cookie && method === 'GET' ? sessionCookie(c) : undefined)
  const session = token ? await sessionOfToken(within ? urgentReads : db, token, now()) : undefined
  if (!session) throw apiError('unauthorized', 'Inicia sesión para continuar')
  if (!who.includes(session.kiosk ? 'kiosk' : session.role)) {
    throw apiError('forbidden', 'Tu usuario no tiene permiso para esta acción')
  }
  return session
}
