import type { Context } from 'hono'
import type { ApiEnv } from '../request-variables.ts'
import type { ClientAddresses } from './client-address.ts'

interface OriginParts {
  publicOrigin: string | null
  addresses: Pick<ClientAddresses, 'forwardedHosts'>
}

/**
 * The origin under which a link of this hub opens where the request comes from: what is set, or else
 * the name that the browser asked for, here or at a trusted proxy. Names that are not the hub's are
 * refused before any call (`require-known-host.ts`).
 */
export function originOf(c: Context<ApiEnv>, { publicOrigin, addresses }: OriginParts): string {
  if (publicOrigin !== null) return publicOrigin
  const incoming = c.env?.incoming
  const asked = incoming && (addresses.forwardedHosts(incoming)[0] ?? incoming.headers.host)
  return `${c.var.secure ? 'https' : 'http'}://${asked ?? 'localhost'}`
}
