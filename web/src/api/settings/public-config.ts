import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { zoneFormat } from '../../site-time/site-time.ts'
import type { ApiClient } from '../http/client.ts'
import { fetchPublicConfig } from './fetch-public-config.ts'

/** Used where the hub did not answer. */
const DEFAULT_TIME_ZONE = 'America/Bogota'
const ZONE_KEY = 'site_time_zone'
/** Screens wait no longer for the hub's zone. */
const PATIENCE_MS = 3000
const RETRY_MS = 15_000

interface SiteTimeZoneOptions {
  api: ApiClient
  storage: Storage
}

/** Asked once a session, and after a failure again. */
export function publicConfigQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['public-config'],
    queryFn: ({ signal }) => fetchPublicConfig(api, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => !!state.error && RETRY_MS,
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

/** The site's time zone; undefined only until the first answer or failure, and for 3 s at most. */
export function useSiteTimeZone({ api, storage }: SiteTimeZoneOptions): string | undefined {
  const config = useQuery(publicConfigQuery(api))
  const [isLate, setLate] = useState(false)
  const zoneOfHub = config.data?.timeZone
  useEffect(() => {
    if (!zoneOfHub) {
      const timer = setTimeout(setLate, PATIENCE_MS, true)
      return () => clearTimeout(timer)
    }
    try {
      storage.setItem(ZONE_KEY, zoneOfHub)
    } catch {
      // Storage is full or forbidden: the next page waits for the hub.
    }
    return undefined
  }, [zoneOfHub, storage])
  const [last] = useState(() => lastTimeZone(storage))
  // A failure is not forgotten when it is asked again: the screens would be taken away meanwhile.
  return zoneOfHub ?? last ?? (isLate || config.isFetched ? DEFAULT_TIME_ZONE : undefined)
}
