import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { ClientAddresses } from './client-address.ts'
import type { HostList } from './host-list.ts'

export interface MetricsAccessOptions {
  /** null: nobody but this machine reads them. */
  metricsToken: string | null
  addresses: Pick<ClientAddresses, 'isOfThisMachine'>
  hosts: HostList
}

/**
 * Who may read /metrics: a program of this machine, which calls the hub by a name of its own, and
 * whoever shows the token, by any name. 401 asks for the token where there is one.
 */
export function createMetricsAccess(options: MetricsAccessOptions) {
  const { metricsToken, addresses, hosts } = options
  const expected = metricsToken === null ? null : digest(metricsToken)
  return function refusalOf(req: IncomingMessage): 401 | 403 | null {
    const given = /^Bearer (\S{1,256})$/i.exec(req.headers.authorization ?? '')?.[1]
    if (expected && given !== undefined && timingSafeEqual(digest(given), expected)) return null
    if (addresses.isOfThisMachine(req) && hosts.unknownHostIn(req) === null) return null
    return expected ? 401 : 403
  }
}

/** Of one length, whatever is compared. */
const digest = (text: string) => createHash('sha256').update(text).digest()
