import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../http/client.ts'
import { fetchPublicConfig } from './fetch-public-config.ts'

export const HUB_VERSION_KEY = 'hub-version'

/** The release that the hub runs. Asked again after each reconnect, when it may have changed. */
export function hubVersionQuery(api: ApiClient) {
  return queryOptions({
    queryKey: [HUB_VERSION_KEY],
    queryFn: async ({ signal }) => (await fetchPublicConfig(api, signal)).version,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
