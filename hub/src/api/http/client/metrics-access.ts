import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { ClientAddresses } from './client-address.ts'
import type { HostList } from './host-list.ts'

export interface MetricsAccessOptions {
  /** Null: only programs of this machine may read them. */
  metricsToken: string | null
  addresses: Pick<ClientAddresses, 'isOfThisMachine'>
  hosts: HostList
}

/**
 * Decides who may read /metrics: a program of this machine that asks a known host, and whoever
 * shows the token, at any host. Returns the status of the refusal, 401 where a token would help, or
 * null.
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

/** timingSafeEqual compares only bytes of one length. */
const digest = (text: string) => createHash('sha256').update(text).digest()
