import { isIP } from 'node:net'

/**
 * Names the network that an address is throttled under: an IPv6 address counts as its /64, since
 * its holder may use all 2^64 addresses in it.
 */
export function networkOf(address: string): string {
  return groupsOf(address)?.slice(0, 4).join(':') ?? address
}

/**
 * Names the site that an address probably belongs to: its /24, or /48 of IPv6, which is what a
 * provider gives to one customer. A text that is no address stands for itself.
 */
export function siteNetworkOf(address: string): string {
  if (isIP(address) === 4) return address.split('.').slice(0, 3).join('.')
  return groupsOf(address)?.slice(0, 3).join(':') ?? address
}

/** Names the site of a network that `networkOf` has named. */
export function siteOfNetwork(network: string): string {
  const first = `${network}::`
  return siteNetworkOf(isIP(first) === 6 ? first : network)
}

/** The eight groups of an IPv6 address, each spelled in one way. */
function groupsOf(address: string): string[] | null {
  const [bare = ''] = address.split('%', 1)
  if (isIP(bare) !== 6) return null
  // URL spells an address in one way: lower case, no leading zeros, at most one `::`.
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const first = head.split(':').filter((group) => group !== '')
  const last = (tail ?? '').split(':').filter((group) => group !== '')
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0')
  return [...first, ...zeros, ...last]
}
