import type { IncomingMessage } from 'node:http'
import { type BlockList, isIP } from 'node:net'

/** Addresses of clients, behind trusted proxies too. */
export interface ClientAddresses {
  /** The last address on the way here that is not a trusted proxy's. */
  of(req: IncomingMessage): string
  /** The client's end speaks TLS: to this hub, or to a trusted proxy. */
  isSecure(req: IncomingMessage): boolean
  /** The names that a trusted proxy was asked for, where it says so. */
  forwardedHosts(req: IncomingMessage): readonly string[]
}

export function createClientAddresses(trusted: BlockList, tls: boolean): ClientAddresses {
  const isTrusted = (address: string) =>
    isIP(address) !== 0 && trusted.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
  const isFromProxy = (req: IncomingMessage) => isTrusted(plain(req.socket.remoteAddress ?? ''))

  return {
    of(req) {
      let address = plain(req.socket.remoteAddress ?? '')
      if (!isTrusted(address)) return address
      const hops = headerOf(req, 'x-forwarded-for').split(',')
      for (const hop of hops.map((text) => plain(text.trim())).toReversed()) {
        if (isIP(hop) === 0) break
        address = hop
        if (!isTrusted(hop)) break
      }
      return address
    },
    isSecure(req) {
      if (tls) return true
      const proto = headerOf(req, 'x-forwarded-proto').split(',').at(-1)?.trim()
      return proto === 'https' && isFromProxy(req)
    },
    forwardedHosts(req) {
      const hosts = isFromProxy(req) ? headerOf(req, 'x-forwarded-host') : ''
      return hosts === '' ? [] : hosts.split(',').map((host) => host.trim())
    },
  }
}

/** An IPv4-mapped IPv6 address is written as IPv4, as lists and logs have it. */
function plain(address: string): string {
  return address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address
}

function headerOf(req: IncomingMessage, name: string): string {
  const value = req.headers[name]
  return Array.isArray(value) ? value.join(',') : (value ?? '')
}
