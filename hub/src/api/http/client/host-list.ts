import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** Letters, digits and what else stands in names; a port may follow. */
const NAME = /^([a-z0-9_.-]{1,253})(?::\d{1,5})?$/
const BRACKETED = /^\[([0-9a-f:.]{2,45})\](?::\d{1,5})?$/

export interface HostListOptions {
  /** In lower case, without ports. */
  names: readonly string[]
  publicOrigin: string | null
  /** What a trusted proxy says that it was asked for. */
  forwardedHosts: (req: IncomingMessage) => readonly string[]
}

/** The names under which this hub answers browsers. */
export interface HostList {
  /**
   * The first of the names that a request asks for, in whichever place, that is none of the hub's;
   * null where all are.
   */
  unknownHostIn(req: IncomingMessage): string | null
}

/**
 * Addresses, `localhost`, `names`, and the public URL's, with any port. A page of another name may be
 * a stranger's whose name was led to this machine after it had loaded (DNS rebinding): its browser
 * takes the hub's answers for that page's own. An address cannot be led elsewhere.
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
      const asked = [...(req.headersDistinct['host'] ?? []), ...forwardedHosts(req)]
      const inTarget = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(req.url ?? '')?.[1]
      if (inTarget !== undefined) asked.push(inTarget)
      return asked.find((host) => !knows(host)) ?? null
    },
  }
}
