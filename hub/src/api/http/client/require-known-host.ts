import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { apiError } from '../errors.ts'
import type { HostList } from './host-list.ts'
import type { ApiEnv } from '../request-variables.ts'

/** Names come from strangers: beyond these the log has seen enough. */
const NAMES_LOGGED_MAX = 100
const NAME_SHOWN = /^[\w.:[\]-]{1,100}$/

/**
 * Balancers ask for health by whatever name they know, and it is worth nothing to a stranger. What
 * reads metrics by another name has to show a token (`metrics-access.ts`).
 */
const OF_ANY_NAME = new Set(['/healthz', '/readyz', '/metrics'])
/**
 * An edge calls the hub as its installer does, and that name may be one of the site's that nobody
 * told the hub. It posts without an Origin, which no browser does.
 */
const OF_EDGES = '/api/agent/enroll'

/** Refuses with 421 what is asked of a name that is none of this hub's; the log has each name once. */
export function requireKnownHost(hosts: HostList, log: Logger): MiddlewareHandler<ApiEnv> {
  const logged = new Set<string>()
  return async function refuseUnknownHost(c, next) {
    const incoming = c.env?.incoming
    const { path } = c.req
    const isOfEdge = path === OF_EDGES && c.req.header('origin') === undefined
    if (!incoming || isOfEdge || OF_ANY_NAME.has(path)) return next()
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
