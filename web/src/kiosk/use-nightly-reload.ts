import { useEffect } from 'react'
import { isHubThere } from '../api/http/hub-probe.ts'
import { useSiteTimeZone } from '../api/settings/public-config.ts'
import { useApp } from '../app-parts.ts'
import { createSiteTime } from '../site-time/site-time.ts'
import { useQuiet } from './use-quiet.ts'

/** Four hours into the site's day, when the fewest people check. */
const AT_MS = 4 * 3_600_000
const CHECK_EVERY_MS = 60_000
const QUIET_MS = 5 * 60_000

/**
 * Loads the page anew once a night, so that a screen that is never closed gets the hub's newest
 * version and fresh memory: only while nobody uses it and the hub can serve the page.
 */
export function useNightlyReload(): void {
  const { api, clock, serverClock, page, storage } = useApp()
  const timeZone = useSiteTimeZone({ api, storage })
  const isQuiet = useQuiet()

  useEffect(() => {
    if (!timeZone) return
    const site = createSiteTime(timeZone)
    const now = serverClock.now()
    const today = site.startOfDay(now) + AT_MS
    const dueAt = now < today ? today : site.startOfNextDay(now) + AT_MS
    let stop = () => {}
    let isOver = false
    // Checks often, since one long timer would be late after the machine has slept.
    const check = async () => {
      const isDue = serverClock.now() >= dueAt && page.isOnline() && isQuiet(QUIET_MS)
      if (isDue && (await isHubThere(api)) && !isOver) return page.reload()
      if (!isOver) stop = clock.after(CHECK_EVERY_MS, () => void check())
    }
    void check()
    return () => {
      isOver = true
      stop()
    }
  }, [api, clock, serverClock, page, timeZone, isQuiet])
}
