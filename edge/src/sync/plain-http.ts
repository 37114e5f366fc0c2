import { BlockList, isIP } from 'node:net'
import { isCleartext } from '@vehicle-control/protocol/plain-http'

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

/**
 * How the hub is reached. `safe`: over https, or on this machine. `cleartext`: over http, which
 * nobody chose. `chosen`: over http in a network of the operator's, by EDGE_ALLOW_HTTP. `chosen-far`:
 * the same, but the address is a public one.
 */
export type HubLink = 'safe' | 'cleartext' | 'chosen' | 'chosen-far'

export function hubLink({ hubUrl, allowHttp }: { hubUrl: URL; allowHttp: boolean }): HubLink {
  if (!isCleartext(hubUrl)) return 'safe'
  if (!allowHttp) return 'cleartext'
  return isFar(hubUrl) ? 'chosen-far' : 'chosen'
}

/** True for an address that does not look like one of the edge's own network. */
function isFar(url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  if (family === 0) return !NEAR_NAME.test(host)
  return !NEAR.check(host, family === 6 ? 'ipv6' : 'ipv4')
}
