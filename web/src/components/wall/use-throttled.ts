import { useEffect, useState } from 'react'
import { useApp } from '../../app-parts.ts'

/** State outside React; `get` may return a new object each time. */
export interface Source<T> {
  readonly get: () => T
  readonly subscribe: (listener: () => void) => () => void
}

/**
 * Follows a source at a pace that people can follow: a change shows at once, and what comes within
 * `restMs` after it together, at the end of that rest. A new source starts anew: pass a stable one.
 */
export function useThrottled<T>(source: Source<T>, restMs: number): T {
  const { clock } = useApp()
  const [shown, setShown] = useState(source.get)
  useEffect(() => {
    let cancelRest: (() => void) | null = null
    // Something may have changed between the drawing and now.
    let hasMore = true
    const rest = (ms: number) => {
      cancelRest = clock.after(ms, () => {
        cancelRest = null
        if (hasMore) show()
      })
    }
    const show = () => {
      hasMore = false
      setShown(source.get)
      rest(restMs)
    }
    const unsubscribe = source.subscribe(() => {
      hasMore = true
      if (cancelRest === null) show()
    })
    rest(0)
    return () => {
      unsubscribe()
      cancelRest?.()
    }
  }, [clock, source, restMs])
  return shown
}
