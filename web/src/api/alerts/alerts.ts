import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../http/client.ts'
import { AGENTS_KEY } from '../live-keys.ts'
import { ShownAlertList } from './shapes.ts'

/** GET /api/alerts: what a person should look at: devices that ask, then the newest first. */
export function alertsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: [AGENTS_KEY, 'alerts'],
    queryFn: async ({ signal }) =>
      (await api({ path: '/api/alerts', shape: ShownAlertList, rows: 'alerts', signal })).alerts,
  })
}
