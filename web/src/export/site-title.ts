import { fetchPublicConfig } from '../api/settings/fetch-public-config.ts'
import type { ApiClient } from '../api/http/client.ts'

/** The site as documents name it: its own name, else the host of the page's address. */
export function siteTitle({ siteName }: { siteName: string | null }): string {
  return siteName ?? window.location.hostname
}

/** The same, asked of the hub; where that does not answer, the host. Rejects once it is given up. */
export function fetchSiteTitle(api: ApiClient, signal?: AbortSignal): Promise<string> {
  return fetchPublicConfig(api, signal).then(siteTitle, () => {
    signal?.throwIfAborted()
    return siteTitle({ siteName: null })
  })
}
