import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { ClientAddresses } from './client-address.ts'
import type { ApiEnv } from '../request-variables.ts'

/** Anybody can send a proxy's headers: no more peers than these are logged. */
const PEERS_LOGGED_MAX = 20

/** Logs each proxy in front of the hub once, while none is set as trusted. */
export function reportUnknownProxy(
  addresses: ClientAddresses,
  log: Logger,
): MiddlewareHandler<ApiEnv> {
  const logged = new Set<string>()
  return async function lookForProxy(c, next) {
    const incoming = c.env?.incoming
    const peer = incoming ? addresses.unknownProxy(incoming) : null
    if (peer !== null && !logged.has(peer) && logged.size < PEERS_LOGGED_MAX) {
      logged.add(peer)
      log.warn(
        { proxy: peer },
        'a proxy passes requests on, and HUB_TRUSTED_PROXIES names none: everybody behind it counts as one address in throttles and in the audit log; set it to the proxy’s address',
      )
    }
    await next()
  }
}
