import { useEffect, useReducer } from 'react'
import { useApp } from '../../../app-parts.ts'
import type { SiteClock } from '../../../site-time/site-clock.ts'

/** The site's day, YYYY-MM-DD: who uses it is drawn again at midnight, whether or not figures come. */
export function useSiteDay(site: SiteClock): string {
  const { clock, serverClock } = useApp()
  const [turn, count] = useReducer((turns: number) => turns + 1, 0)
  useEffect(() => {
    const now = serverClock.now()
    return clock.after(site.startOfNextDay(now) - now, count)
  }, [clock, serverClock, site, turn])
  return site.day(serverClock.now())
}
