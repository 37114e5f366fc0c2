import { useEffect, useState } from 'react'
import { useApp } from '../../../app-parts.ts'

/** Three polls without an answer. */
const STALE_AFTER_MS = 15_000
const LOOK_EVERY_MS = 1000

/** The age of what was loaded then, once that is too old to pass for now; else null. */
export function useStaleAge(loadedAt: number): number | null {
  const { clock } = useApp()
  const [age, setAge] = useState<number | null>(null)
  useEffect(() => {
    let cancel = () => {}
    const look = () => {
      const ageMs = clock.now() - loadedAt
      setAge(loadedAt > 0 && ageMs >= STALE_AFTER_MS ? ageMs : null)
      cancel = clock.after(LOOK_EVERY_MS, look)
    }
    look()
    return () => cancel()
  }, [clock, loadedAt])
  return age
}
