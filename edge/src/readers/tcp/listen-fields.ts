import { BlockList, isIP } from 'node:net'

/** The widest networks that may dial in: what one site has. */
const WIDEST = { 4: 16, 6: 48 } as const
const LONGEST = { 4: 32, 6: 128 } as const

/**
 * Address and port in the text of `listen`, as `192.168.1.10:6000` or `[fd00::10]:6000`; null for a
 * name, for no address at all, and for a port below 1024, which the edge's account may not have.
 */
export function listenAddress(text: string): { host: string; port: number } | null {
  const [, v6, v4 = '', digits] = /^(?:\[([^\]]+)\]|([\d.]+)):(\d{4,5})$/.exec(text) ?? []
  const host = v6 ?? v4
  const port = Number(digits)
  if (isIP(host) !== (v6 === undefined ? 4 : 6) || port < 1024 || port > 65_535) return null
  return { host, port }
}

/** The addresses of those who may dial in. */
export interface AddressRange {
  /** Whether it holds an address as a socket tells it, IPv4 within IPv6 too. */
  has(address: string): boolean
}

/** The range of the text of `from`, an address or a network; null for any other, and for one too wide. */
export function addressRange(text: string): AddressRange | null {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const version = isIP(address)
  if (version !== 4 && version !== 6) return null
  const prefix = bits === undefined ? LONGEST[version] : Number(bits)
  if (prefix < WIDEST[version] || prefix > LONGEST[version]) return null
  const list = new BlockList()
  list.addSubnet(address, prefix, version === 4 ? 'ipv4' : 'ipv6')
  return {
    has: (one) => isIP(one) !== 0 && list.check(one, isIP(one) === 4 ? 'ipv4' : 'ipv6'),
  }
}
