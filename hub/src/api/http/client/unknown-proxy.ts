import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { ClientAddresses } from './client-address.ts'
import type { ApiEnv } from '../request-variables.ts'

/** Anybody can write a proxy's headers: beyond these the log has seen enough. */
const PEERS_LOGGED_MAX = 20

/** Logs once for each proxy that stands in front of a hub which was not told to trust any. */
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
