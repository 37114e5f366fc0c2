import { isIP } from 'node:net'

/**
 * Names the network that an address is throttled under: an IPv6 address counts as its /64, since
 * its holder has all 2^64 addresses of it.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%', 1)
  if (isIP(bare) !== 6) return address
  // URL spells an address in one way: lower case, no leading zeros, at most one `::`.
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const first = head.split(':').filter((group) => group !== '')
  const last = (tail ?? '').split(':').filter((group) => group !== '')
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}
