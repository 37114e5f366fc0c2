import { useEffect, useState } from 'react'
import { useApp } from '../../../app-parts.ts'

interface AutoRefreshOptions {
  /** Null turns it off. */
  everySeconds: number | null
  /** No round begins while calls run; the next one counts from their end. */
  isBusy: boolean
  refresh: () => void
}

/** Refreshes while the page is visible, and answers the seconds until the next time. */
export function useAutoRefresh({
  everySeconds,
  isBusy,
  refresh,
}: AutoRefreshOptions): number | null {
  const { clock, page } = useApp()
  const [secondsLeft, setSecondsLeft] = useState(everySeconds)

  useEffect(() => {
    if (everySeconds === null || isBusy) return
    const dueAt = clock.now() + everySeconds * 1000
    let stopTimer = () => {}
    const tick = () => {
      stopTimer()
      // A hidden page waits until it wakes.
      if (page.isHidden()) return
      const leftMs = dueAt - clock.now()
      setSecondsLeft(Math.max(0, Math.ceil(leftMs / 1000)))
      if (leftMs <= 0) refresh()
      else stopTimer = clock.after(leftMs % 1000 || 1000, tick)
    }
    tick()
    const stopWaking = page.onWake(tick)
    return () => {
      stopTimer()
      stopWaking()
    }
  }, [everySeconds, isBusy, refresh, clock, page])

  return everySeconds === null ? null : secondsLeft
}
