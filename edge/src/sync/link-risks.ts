import { hubLink } from './plain-http.ts'

/** Warnings about the link to the hub, logged at each start: what is at risk, and the fix. */
export function linkRisks(
  config: { hubUrl: URL; allowHttp: boolean },
  env: NodeJS.ProcessEnv,
): string[] {
  const risks: string[] = []
  const link = hubLink(config)
  if (link === 'cleartext') {
    risks.push(
      'EDGE_HUB_URL is http: whoever is on the way reads the API key and the reads, and can open the barrier; use https, or set EDGE_ALLOW_HTTP=1 where the network is yours alone',
    )
  }
  if (link === 'allowed-public') {
    risks.push(
      'EDGE_ALLOW_HTTP=1 silences that EDGE_HUB_URL is http to an address of the internet: without a VPN the API key is readable on the way',
    )
  }
  if (config.hubUrl.protocol === 'https:' && env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') {
    risks.push(
      'NODE_TLS_REJECT_UNAUTHORIZED=0: nobody checks that it is the hub that gets the API key; remove it, and name an authority of your own in NODE_EXTRA_CA_CERTS',
    )
  }
  return risks
}
