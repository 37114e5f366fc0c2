import { createClientAddresses } from './api/http/client/client-address.ts'
import { createHostList } from './api/http/client/host-list.ts'
import type { Config } from './config/config.ts'
import { machineNames } from './config/machine-names.ts'

/** Where requests come from, and by which names. */
export function openClients({ trustedProxies, tls, publicOrigin, hosts: names }: Config) {
  const addresses = createClientAddresses({
    trusted: trustedProxies,
    tls: tls !== null,
    publicOrigin,
  })
  const hosts = createHostList({
    names: [...machineNames(), ...names],
    publicOrigin,
    forwardedHosts: (req) => addresses.forwardedHosts(req),
  })
  return { addresses, hosts }
}
export type Clients = ReturnType<typeof openClients>
