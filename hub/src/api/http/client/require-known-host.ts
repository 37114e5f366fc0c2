import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { apiError } from '../errors.ts'
import type { HostList } from './host-list.ts'
import type { ApiEnv } from '../request-variables.ts'

/** Strangers choose the names: no more than these are logged. */
const NAMES_LOGGED_MAX = 100
const NAME_SHOWN = /^[\w.:[\]-]{1,100}$/

/**
 * Answered at any host: load balancers ask for health by whatever name they know, and it tells a
 * stranger nothing. Metrics at an unknown host need the token (`metrics-access.ts`).
 */
const AT_ANY_HOST = new Set(['/healthz', '/readyz', '/metrics'])
/**
 * An edge calls the hub by the name that its installer gave, which the hub need not know. It posts
 * without an Origin, which no browser does.
 */
const ENROLL_PATH = '/api/agent/enroll'

/** Refuses requests for an unknown host with 421, and logs each name once. */
export function requireKnownHost(hosts: HostList, log: Logger): MiddlewareHandler<ApiEnv> {
  const logged = new Set<string>()
  return async function refuseUnknownHost(c, next) {
    const incoming = c.env?.incoming
    const { path } = c.req
    const isOfEdge = path === ENROLL_PATH && c.req.header('origin') === undefined
    if (!incoming || isOfEdge || AT_ANY_HOST.has(path)) return next()
    const host = hosts.unknownHostIn(incoming)
    if (host === null) return next()
    const name = NAME_SHOWN.test(host) ? host : '?'
    if (!logged.has(name) && logged.size < NAMES_LOGGED_MAX) {
      logged.add(name)
      log.warn(
        { host: host.slice(0, 100), address: c.var.address },
        'refused a request for a name that is not the hub’s; if it is, add it to HUB_HOSTS',
      )
    }
    const message = `El hub no responde por el nombre «${name}». Entra por su dirección de siempre; si esta es la buena, quien lo administra la añade en HUB_HOSTS`
    if (path.startsWith('/api/')) throw apiError('misdirected', message)
    return c.text(`${message}\n`, 421, { 'cache-control': 'no-store' })
  }
}
