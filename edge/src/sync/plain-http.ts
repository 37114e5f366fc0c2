import { BlockList, isIP } from 'node:net'

const NEAR = new BlockList()
NEAR.addSubnet('127.0.0.0', 8)
NEAR.addSubnet('10.0.0.0', 8)
NEAR.addSubnet('172.16.0.0', 12)
NEAR.addSubnet('192.168.0.0', 16)
NEAR.addSubnet('169.254.0.0', 16)
// Carriers and VPNs.
NEAR.addSubnet('100.64.0.0', 10)
NEAR.addAddress('::1', 'ipv6')
NEAR.addSubnet('fc00::', 7, 'ipv6')
NEAR.addSubnet('fe80::', 10, 'ipv6')

/** Names that no public name server knows: a single word, or under one of these. */
const NEAR_NAME = /^[^.]+$|\.(local|lan|localhost|internal|home\.arpa)\.?$/i

/** True for an http address that does not look like one of the edge's own network. */
export function isFarPlainHttp(url: URL): boolean {
  if (url.protocol !== 'http:') return false
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  if (family === 0) return !NEAR_NAME.test(host)
  return !NEAR.check(host, family === 6 ? 'ipv6' : 'ipv4')
}
