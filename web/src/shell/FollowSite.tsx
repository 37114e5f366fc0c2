import { useQuery } from '@tanstack/react-query'
import { publicConfigQuery } from '../api/settings/public-config.ts'
import { useApp } from '../app-parts.ts'

/** Nobody comes back to the page of a wall, which has the site's name at its head. */
const ON_WALLS_EVERY_MS = 5000
const EVERY_MS = 60_000

/** Asks how the site is called, which a superadmin may change: as somebody comes back, and every so often. */
export function FollowSite({ isKiosk }: { isKiosk: boolean }) {
  useQuery({
    ...publicConfigQuery(useApp().api),
    refetchOnWindowFocus: 'always',
    refetchInterval: isKiosk ? ON_WALLS_EVERY_MS : EVERY_MS,
    refetchIntervalInBackground: true,
  })
  return null
}
