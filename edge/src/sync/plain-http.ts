import { BlockList, isIP } from 'node:net'
import { isCleartext } from '@vehicle-control/protocol/plain-http'

const PRIVATE_NETWORKS = new BlockList()
PRIVATE_NETWORKS.addSubnet('127.0.0.0', 8)
PRIVATE_NETWORKS.addSubnet('10.0.0.0', 8)
PRIVATE_NETWORKS.addSubnet('172.16.0.0', 12)
PRIVATE_NETWORKS.addSubnet('192.168.0.0', 16)
PRIVATE_NETWORKS.addSubnet('169.254.0.0', 16)
// Carriers and VPNs.
PRIVATE_NETWORKS.addSubnet('100.64.0.0', 10)
PRIVATE_NETWORKS.addAddress('::1', 'ipv6')
PRIVATE_NETWORKS.addSubnet('fc00::', 7, 'ipv6')
PRIVATE_NETWORKS.addSubnet('fe80::', 10, 'ipv6')

/** Names that no public name server knows: a single word, or under one of these. */
const PRIVATE_NAME = /^[^.]+$|\.(local|lan|localhost|internal|home\.arpa)\.?$/i

/**
 * How the hub is reached. `safe`: over https, or on this machine. `cleartext`: over http, without
 * EDGE_ALLOW_HTTP. `allowed`: over http with it, in a private network. `allowed-public`: the same,
 * but to a public address.
 */
export type HubLink = 'safe' | 'cleartext' | 'allowed' | 'allowed-public'

export function hubLink({ hubUrl, allowHttp }: { hubUrl: URL; allowHttp: boolean }): HubLink {
  if (!isCleartext(hubUrl)) return 'safe'
  if (!allowHttp) return 'cleartext'
  return isPublic(hubUrl) ? 'allowed-public' : 'allowed'
}

/** True for an address that does not look like one of the edge's own network. */
function isPublic(url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  if (family === 0) return !PRIVATE_NAME.test(host)
  return !PRIVATE_NETWORKS.check(host, family === 6 ? 'ipv6' : 'ipv4')
}
