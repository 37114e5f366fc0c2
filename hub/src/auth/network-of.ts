import { isIP } from 'node:net'

/** Who has an IPv6 address has the 2^64 of its network: they count as one. */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%', 1)
  if (isIP(bare) !== 6) return address
  // In the one spelling that URL gives an address: lower case, no leading zeros, at most one `::`.
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const first = head.split(':').filter((group) => group !== '')
  const last = (tail ?? '').split(':').filter((group) => group !== '')
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}
