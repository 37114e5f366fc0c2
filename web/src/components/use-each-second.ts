import { useEffect, useState } from 'react'
import { useApp } from '../app-parts.ts'

/**
 * What `look` makes of the browser's time, looked at anew each second. Pass the same function until
 * it is to look at something else.
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
