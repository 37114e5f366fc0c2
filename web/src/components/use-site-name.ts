import { useQuery } from '@tanstack/react-query'
import { publicConfigQuery } from '../api/settings/public-config.ts'
import { useApp } from '../app-parts.ts'

/** The site's name as its hub gives it, else the host of the page's address. */
export function useSiteName(): string {
  const { data } = useQuery(publicConfigQuery(useApp().api))
  return data?.siteName ?? window.location.hostname
}
