import type { IncomingMessage } from 'node:http'
import { type BlockList, isIP } from 'node:net'
import { isLoopback } from '../../../config/loopback.ts'

/** Headers that a proxy adds when it passes a request on. */
const PROXY_HEADERS = [
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'x-real-ip',
  'forwarded',
  'via',
]

export interface ClientAddressesOptions {
  trusted: BlockList
  /** The hub itself speaks TLS. */
  tls: boolean
  publicOrigin: string | null
}

/** Addresses of clients, behind trusted proxies too. */
export interface ClientAddresses {
  /** The last address on the way here that is not a trusted proxy's. */
  of(req: IncomingMessage): string
  /**
   * Whether the client speaks TLS: to this hub, to a trusted proxy that says so, or to whatever
   * serves the public URL, however it calls the hub.
   */
  isSecure(req: IncomingMessage): boolean
  /** Whether a program of this machine asks, not somebody else through a proxy on it. */
  isOfThisMachine(req: IncomingMessage): boolean
  /** The hosts that a trusted proxy was asked for, where it passes them on. */
  forwardedHosts(req: IncomingMessage): readonly string[]
  /** Address of a proxy while none is trusted: all behind it count as one. Null: no proxy. */
  unknownProxy(req: IncomingMessage): string | null
}

export function createClientAddresses(options: ClientAddressesOptions): ClientAddresses {
  const { trusted, tls, publicOrigin } = options
  const isAlwaysSecure = tls || publicOrigin?.startsWith('https:') === true
  const isTrusted = (address: string) =>
    isIP(address) !== 0 && trusted.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
  const isFromProxy = (req: IncomingMessage) => isTrusted(peerOf(req))

  return {
    of(req) {
      let address = peerOf(req)
      if (!isTrusted(address)) return address
      for (const hop of hopsOf(req).toReversed()) {
        if (isIP(hop) === 0) break
        address = hop
        if (!isTrusted(hop)) break
      }
      return address
    },
    isSecure(req) {
      if (isAlwaysSecure) return true
      const proto = headerOf(req, 'x-forwarded-proto').split(',').at(-1)?.trim()
      return proto === 'https' && isFromProxy(req)
    },
    isOfThisMachine(req) {
      if (!isLoopback(peerOf(req))) return false
      if (!isForwarded(req)) return true
      const hops = hopsOf(req)
      return isFromProxy(req) && hops.length > 0 && hops.every(isLoopback)
    },
    forwardedHosts(req) {
      return isFromProxy(req) ? listOf(req, 'x-forwarded-host') : []
    },
    unknownProxy(req) {
      return trusted.rules.length === 0 && isForwarded(req) ? peerOf(req) : null
    },
  }
}

const peerOf = (req: IncomingMessage) => plain(req.socket.remoteAddress ?? '')
const hopsOf = (req: IncomingMessage) => listOf(req, 'x-forwarded-for').map(plain)
const isForwarded = (req: IncomingMessage) =>
  PROXY_HEADERS.some((name) => req.headers[name] !== undefined)

/** An IPv4-mapped IPv6 address is written as IPv4, as lists and logs have it. */
function plain(address: string): string {
  return address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address
}

function listOf(req: IncomingMessage, name: string): string[] {
  const text = headerOf(req, name)
  return text === '' ? [] : text.split(',').map((part) => part.trim())
}

function headerOf(req: IncomingMessage, name: string): string {
  const value = req.headers[name]
  return Array.isArray(value) ? value.join(',') : (value ?? '')
}
