import type { ApiClient } from '../http/client.ts'
import { fetchPublicConfig } from './fetch-public-config.ts'

/** The site as walls and documents name it: as its hub does, else the host of the page's address. */
export function siteTitle(siteName: string | null | undefined): string {
  return siteName ?? window.location.hostname
}

/** The same, asked of the hub; where that does not answer, the host. */
export function fetchSiteTitle(api: ApiClient): Promise<string> {
  return fetchPublicConfig(api).then(
    ({ siteName }) => siteTitle(siteName),
    () => siteTitle(null),
  )
}
