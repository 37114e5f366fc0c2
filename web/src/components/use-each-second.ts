import { useEffect, useState } from 'react'
import { useApp } from '../app-parts.ts'

/**
 * The result of `look` for the browser's time, updated each second. A new function starts anew:
 * pass a stable one.
 */
export function useEachSecond<T extends number | boolean>(look: (now: number) => T): T {
  const { clock } = useApp()
  const [seen, setSeen] = useState(() => look(clock.now()))
  useEffect(() => {
    let cancel = () => {}
    const tick = () => {
      setSeen(look(clock.now()))
      cancel = clock.after(1000, tick)
    }
    tick()
    return () => cancel()
  }, [clock, look])
  return seen
}
