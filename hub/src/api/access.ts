import type { MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import { TrieRouter } from 'hono/router/trie-router'
import { sessionOfToken } from '../auth/login.ts'
import type { Db } from '../store/database.ts'
import type { Call } from './calls/call.ts'
import type { ApiEnv } from './http/env.ts'
import { apiError, noSuchPath } from './http/errors.ts'

/** Carries the session of downloads that the browser fetches by itself: exports, photos, tiles. */
export const SESSION_COOKIE = 'vc_session'

/** Who calls: a look-only account is its own kind, below every role. */
export const callers = ['kiosk', 'operator', 'admin', 'superadmin'] as const
export type Caller = (typeof callers)[number]

export interface Access {
  /** `public`, or the callers that are let in. */
  who: 'public' | readonly Caller[]
  /** Also takes the cookie, which other sites cannot make a browser send (SameSite=Strict). */
  cookie?: boolean
}

const everyone: Access = { who: callers }
const people: Access = { who: ['operator', 'admin', 'superadmin'] }
const admins: Access = { who: ['admin', 'superadmin'] }
const superadmins: Access = { who: ['superadmin'] }
const open: Access = { who: 'public' }

/** Every call of the API and who may make it. A call that is not here does not exist. */
export const accessTable = {
  'POST /api/auth/login': open,
  'POST /api/auth/logout': everyone,
  'GET /api/auth/me': everyone,
  'POST /api/auth/request-reset': open,
  // The token in the body is the permission.
  'POST /api/auth/reset-password': open,
  'POST /api/auth/change-password': people,
  'GET /api/users': superadmins,
  'POST /api/users': superadmins,
  'PATCH /api/users/:id': superadmins,
  'GET /api/audit': superadmins,
  'GET /api/public-config': open,

  'GET /api/agents': admins,
  'POST /api/agents': admins,
  'GET /api/agents/status': everyone,
  'POST /api/agents/enroll-token': admins,
  'POST /api/agents/:code/rotate-key': admins,
  'POST /api/agents/:code/accept': admins,
  // Opening the barrier is the guard's job; a wall screen only looks.
  'POST /api/agents/:code/command/relay': people,
  'GET /api/agents/:code/commands': people,
  'PATCH /api/agents/:code': admins,
  'DELETE /api/agents/:code': admins,
  'GET /api/agents/:code/telemetry': everyone,
  'GET /api/agents/:code/gaps': everyone,
  'GET /api/map/agents': everyone,
  'GET /api/dead-letters': admins,
  // The token in the body is the permission.
  'POST /api/agent/enroll': open,

  'GET /api/vehicles': everyone,
  'POST /api/vehicles': admins,
  'PUT /api/vehicles/:id': admins,
  'DELETE /api/vehicles/:id': admins,
  'GET /api/assets': everyone,
  'POST /api/assets': admins,
  'PUT /api/assets/:id': admins,
  'DELETE /api/assets/:id': admins,

  'GET /api/rfid/status': everyone,
  'GET /api/rfid/logs': everyone,
  'GET /api/rfid/logs/daily': everyone,
  'GET /api/rfid/logs/today': everyone,
  'GET /api/rfid/stats/daily': everyone,
  'GET /api/rfid/stats/hourly': everyone,
  'GET /api/rfid/stats/top-vehicles': everyone,
  'GET /api/rfid/stats/heatmap': everyone,
  'GET /api/client/logs': everyone,

  'GET /api/alerts': everyone,

  'GET /api/vehicles/export/csv': { ...everyone, cookie: true },
  'POST /api/upload/image': admins,
  'GET /api/photos/:name': { ...everyone, cookie: true },

  'GET /api/settings/suppress-window': admins,
  'PUT /api/settings/suppress-window': admins,
  'GET /api/admin/settings/suppress-window': admins,
  'PUT /api/admin/settings/suppress-window': admins,

  'GET /api/openapi.json': open,
} satisfies Record<string, Access>

/** A line of the access table: `GET /api/agents/:code/gaps`. */
export type CallName = keyof typeof accessTable
export const callNames = Object.keys(accessTable) as CallName[]

const router = new TrieRouter<CallName>()
for (const name of callNames) {
  const [method = '', pattern = ''] = name.split(' ')
  router.add(method, pattern, name)
}

/** The declared call that a request makes. */
export function callOf(method: string, path: string): CallName | undefined {
  // Static paths stand before `:code` in the table, so the first match is the closest one.
  return router.match(method === 'HEAD' ? 'GET' : method, path)[0][0]?.[0]
}

/** Lets a request to /api pass when its call is declared and its caller is let in. */
export function accessGate(
  db: Db,
  calls: Record<CallName, Call>,
  now: () => number,
): MiddlewareHandler<ApiEnv> {
  return async function gate(c, next) {
    const name = callOf(c.req.method, c.req.path)
    if (!name) throw noSuchPath()
    const access: Access = accessTable[name]
    const [method, pattern = ''] = name.split(' ')
    c.set('route', pattern)
    c.set('call', calls[name])
    if (access.who !== 'public') {
      const bearer = /^Bearer ([\w-]{1,256})$/i.exec(c.req.header('authorization') ?? '')?.[1]
      const cookie = access.cookie && method === 'GET' ? getCookie(c, SESSION_COOKIE) : undefined
      const token = bearer ?? cookie
      const session = token ? await sessionOfToken(db, token, now()) : undefined
      if (!session) throw apiError('unauthorized', 'Inicia sesión para continuar')
      if (!access.who.includes(session.kiosk ? 'kiosk' : session.role)) {
        throw apiError('forbidden', 'Tu usuario no tiene permiso para esta acción')
      }
      c.set('session', session)
    }
    await next()
  }
}
