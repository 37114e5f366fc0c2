import { fetchPublicConfig } from '../api/settings/fetch-public-config.ts'
import type { ApiClient } from '../api/http/client.ts'

/** The site as documents name it: its own name, else the host of the page's address. */
export function siteTitle({ siteName }: { siteName: string | null }): string {
  return siteName ?? window.location.hostname
}

/** The same, asked of the hub; where that does not answer, the host. */
export function fetchSiteTitle(api: ApiClient): Promise<string> {
  return fetchPublicConfig(api).then(siteTitle, () => siteTitle({ siteName: null }))
}
