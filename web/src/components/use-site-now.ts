import { useEffect, useState } from 'react'
import { useApp } from '../app-parts.ts'

/** The hub's time in epoch milliseconds, updated when another `stepMs` of it begins. */
export function useSiteNow(stepMs: number): number {
  const { clock, serverClock } = useApp()
  const [now, setNow] = useState(serverClock.now)
  useEffect(
    () => clock.after(stepMs - (now % stepMs), () => setNow(serverClock.now())),
    [clock, serverClock, stepMs, now],
  )
  return now
}
