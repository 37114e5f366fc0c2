import { useCallback, useEffect, useRef } from 'react'
import { useApp } from '../app-parts.ts'

const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

/** The answer is true where nobody has touched the page for that long. */
export function useQuiet(): (forMs: number) => boolean {
  const { clock } = useApp()
  const touchedAt = useRef(0)
  useEffect(() => {
    const touch = () => {
      touchedAt.current = clock.now()
    }
    for (const sign of SIGNS) document.addEventListener(sign, touch, { passive: true })
    return () => {
      for (const sign of SIGNS) document.removeEventListener(sign, touch)
    }
  }, [clock])
  return useCallback((forMs) => clock.now() - touchedAt.current >= forMs, [clock])
}
