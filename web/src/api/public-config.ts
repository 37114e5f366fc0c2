import { queryOptions, useQuery } from '@tanstack/react-query'
import { useApp } from '../app-parts.ts'
import type { ApiClient } from './client.ts'
import { fetchPublicConfig } from './fetch-public-config.ts'

/** Used while the hub has not told its own. */
const DEFAULT_TIME_ZONE = 'America/Bogota'

/** GET /api/public-config, once a session. */
export function publicConfigQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['public-config'],
    queryFn: ({ signal }) => fetchPublicConfig(api, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The site's time zone; undefined only until the first answer or failure. */
export function useSiteTimeZone(): string | undefined {
  const config = useQuery(publicConfigQuery(useApp().api))
  return config.data?.timeZone ?? (config.isError ? DEFAULT_TIME_ZONE : undefined)
}
