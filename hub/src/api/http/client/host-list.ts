import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** A host name or an IPv4 address; a port may follow. */
const NAME = /^([a-z0-9_.-]{1,253})(?::\d{1,5})?$/
const BRACKETED = /^\[([0-9a-f:.]{2,45})\](?::\d{1,5})?$/

export interface HostListOptions {
  /** In lower case, without ports. */
  names: readonly string[]
  publicOrigin: string | null
  /** The hosts that a trusted proxy was asked for. */
  forwardedHosts: (req: IncomingMessage) => readonly string[]
}

/** The names under which this hub answers browsers. */
export interface HostList {
  /**
   * The first unknown host that a request names, in its headers or its target; null where all are
   * known.
   */
  unknownHostIn(req: IncomingMessage): string | null
}

/**
 * Known are IP addresses, `localhost`, `names` and the public URL's host, with any port. Another
 * name may be that of a stranger's page, pointed to this machine after the page had loaded (DNS
 * rebinding): the browser would let that page read the hub's answers. An IP address cannot be
 * rebound.
 */
export function createHostList(options: HostListOptions): HostList {
  const { names, publicOrigin, forwardedHosts } = options
  const known = new Set(['localhost', ...names])
  if (publicOrigin !== null) known.add(new URL(publicOrigin).hostname)

  function knows(host: string): boolean {
    const lower = host.toLowerCase()
    const address = BRACKETED.exec(lower)?.[1]
    if (address !== undefined) return isIP(address) === 6
    const name = NAME.exec(lower)?.[1]?.replace(/\.$/, '')
    return name !== undefined && (isIP(name) === 4 || known.has(name))
  }

  return {
    unknownHostIn(req) {
      const hosts = [...(req.headersDistinct['host'] ?? []), ...forwardedHosts(req)]
      const inTarget = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(req.url ?? '')?.[1]
      if (inTarget !== undefined) hosts.push(inTarget)
      return hosts.find((host) => !knows(host)) ?? null
    },
  }
}
