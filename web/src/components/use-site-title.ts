import { useQuery } from '@tanstack/react-query'
import { publicConfigQuery } from '../api/settings/public-config.ts'
import { siteTitle } from '../api/settings/site-title.ts'
import { useApp } from '../app-parts.ts'

/** The site's name, or the host until the hub has said it. */
export function useSiteTitle(): string {
  const { data } = useQuery(publicConfigQuery(useApp().api))
  return siteTitle(data?.siteName)
}
