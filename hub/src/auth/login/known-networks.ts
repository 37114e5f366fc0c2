import { networkOf, siteNetworkOf } from '../network-of.ts'

const DAY_MS = 86_400_000
/** How long a login makes its address known. */
export const KNOWN_FOR_MS = 30 * DAY_MS
/** So many addresses and so many sites are remembered: some hundred kilobytes. */
const NETWORKS_MAX = 4096

/** Groups that take turns at logging in. */
export type LoginShare = 'known address' | 'known site' | 'unknown'

/** Where people have logged in during the last 30 days. */
export class KnownNetworks {
  readonly #now: () => number
  /** The latest login of each; the one that was seen last is at the end. */
  readonly #addresses = new Map<string, number>()
  readonly #sites = new Map<string, number>()

  constructor({ now = Date.now }: { now?: () => number } = {}) {
    this.#now = now
  }

  /** Somebody logged in from this address, at a moment in milliseconds since 1970. */
  remember(address: string, at = this.#now()): void {
    note(this.#addresses, networkOf(address), at)
    note(this.#sites, siteNetworkOf(address), at)
  }

  /** By the address alone, so that the time of an answer tells nothing of the account. */
  shareOf(address: string): LoginShare {
    if (this.#isKnown(this.#addresses.get(networkOf(address)))) return 'known address'
    return this.#isKnown(this.#sites.get(siteNetworkOf(address))) ? 'known site' : 'unknown'
  }

  #isKnown(at: number | undefined): boolean {
    return at !== undefined && at > this.#now() - KNOWN_FOR_MS
  }
}

function note(seen: Map<string, number>, name: string, at: number): void {
  const latest = Math.max(at, seen.get(name) ?? 0)
  seen.delete(name)
  seen.set(name, latest)
  const [oldest] = seen.keys()
  if (seen.size > NETWORKS_MAX && oldest !== undefined) seen.delete(oldest)
}
