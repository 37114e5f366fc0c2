import { SiteState } from '@vehicle-control/protocol'
import { declareCall } from '../http/call.ts'
import { SUPERADMINS } from '../http/callers.ts'

export const siteStateCalls = [
  declareCall({
    id: 'getSiteState',
    method: 'GET',
    path: '/api/config/state',
    who: SUPERADMINS,
    withoutDatabase: true,
    summary: 'How the hub stands: disks, database, backup, certificate, clocks, queues, replicas',
    answer: SiteState,
    handle: (_, { siteState }) => siteState(),
  }),
]
