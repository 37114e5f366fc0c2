import type { ApiClient } from '../http/client.ts'
import { fetchPublicConfig } from './fetch-public-config.ts'

/** The site as walls and documents name it: as its hub does, else the host of the page's address. */
export function siteTitle(siteName: string | null | undefined): string {
  return siteName ?? window.location.hostname
}

/** The same, asked of the hub; where that does not answer, the host. Rejects once it is given up. */
export function fetchSiteTitle(api: ApiClient, signal?: AbortSignal): Promise<string> {
  return fetchPublicConfig(api, signal).then(
    ({ siteName }) => siteTitle(siteName),
    () => {
      signal?.throwIfAborted()
      return siteTitle(null)
    },
  )
}
