import { useCallback, useEffect, useRef } from 'react'
import { useApp } from '../app-parts.ts'
import { watchTouches } from './touches.ts'

/** Returns a function that is true where nobody has touched the page for that long. */
export function useQuiet(): (forMs: number) => boolean {
  const { clock } = useApp()
  const touchedAt = useRef(0)
  useEffect(
    () =>
      watchTouches(() => {
        touchedAt.current = clock.now()
      }),
    [clock],
  )
  return useCallback((forMs) => clock.now() - touchedAt.current >= forMs, [clock])
}
