import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { zoneFormat } from '../../site-time/site-time.ts'
import type { ApiClient } from '../http/client.ts'
import { fetchPublicConfig } from './fetch-public-config.ts'

/** Used where the hub did not answer. */
const DEFAULT_TIME_ZONE = 'America/Bogota'
const ZONE_KEY = 'site_time_zone'

interface SiteTimeZoneOptions {
  api: ApiClient
  storage: Storage
}

/** Asked once a session. */
export function publicConfigQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['public-config'],
    queryFn: ({ signal }) => fetchPublicConfig(api, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The zone of the last answer on this browser: screens begin with it before the next answer. */
export function lastTimeZone(storage: Storage): string | null {
  try {
    const zone = storage.getItem(ZONE_KEY)
    return zone && zoneFormat(zone) && zone
  } catch {
    // The stored text is no zone.
    return null
  }
}

/** The site's time zone; undefined only until the first answer or failure. */
export function useSiteTimeZone({ api, storage }: SiteTimeZoneOptions): string | undefined {
  const config = useQuery(publicConfigQuery(api))
  const zoneOfHub = config.data?.timeZone
  useEffect(() => {
    try {
      if (zoneOfHub) storage.setItem(ZONE_KEY, zoneOfHub)
    } catch {
      // Storage is full or forbidden: the next page waits for the hub.
    }
  }, [zoneOfHub, storage])
  const [last] = useState(() => lastTimeZone(storage))
  return zoneOfHub ?? last ?? (config.isError ? DEFAULT_TIME_ZONE : undefined)
}
