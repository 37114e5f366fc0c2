import { useQuery } from '@tanstack/react-query'
import { publicConfigQuery } from '../api/settings/public-config.ts'
import { useApp } from '../app-parts.ts'

/** Nobody comes back to the page of a wall. */
const EVERY_MS = 60_000

/** Asks how the site is called, which a superadmin may change: as somebody comes back, and each minute. */
export function FollowSite() {
  useQuery({
    ...publicConfigQuery(useApp().api),
    refetchOnWindowFocus: 'always',
    refetchInterval: EVERY_MS,
    refetchIntervalInBackground: true,
  })
  return null
}
