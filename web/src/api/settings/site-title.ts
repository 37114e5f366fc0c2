import type { ApiClient } from '../http/client.ts'
import { fetchPublicConfig } from './fetch-public-config.ts'

/**
 * The site as walls and documents name it: the name that the hub gives it, else the host of the
 * page's address.
 */
export function siteTitle(siteName: string | null | undefined): string {
  return siteName ?? window.location.hostname
}

/**
 * The same, asked of the hub; where that does not answer, the host. Rejects once `signal` aborts.
 */
export function fetchSiteTitle(api: ApiClient, signal?: AbortSignal): Promise<string> {
  return fetchPublicConfig(api, signal).then(
    ({ siteName }) => siteTitle(siteName),
    () => {
      signal?.throwIfAborted()
      return siteTitle(null)
    },
  )
}
