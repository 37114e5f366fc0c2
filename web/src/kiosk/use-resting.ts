import { type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useApp } from '../app-parts.ts'
import { watchTouches } from './touches.ts'

const REST_AFTER_MS = 5000

/**
 * True once nobody has touched the page for 5 s, until somebody does: a pointer, a finger or a key.
 * Never while a key has brought the focus into `bar`. The page hides its pointer meanwhile. Where
 * nobody has brought the page here, `isUnattended`, it rests from the start.
 */
export function useResting(bar: RefObject<HTMLElement | null>, isUnattended: boolean): boolean {
  const { clock } = useApp()
  const [isResting, setResting] = useState(isUnattended)
  useEffect(() => {
    let touchedAt = isUnattended ? -Infinity : clock.now()
    let cancel: (() => void) | null = null
    const check = () => {
      const isUsed = bar.current?.querySelector(':focus-visible') != null
      if (isUsed) touchedAt = clock.now()
      const leftMs = touchedAt + REST_AFTER_MS - clock.now()
      cancel = leftMs > 0 ? clock.after(leftMs, check) : null
      if (leftMs <= 0) setResting(true)
    }
    const wake = () => {
      touchedAt = clock.now()
      if (cancel) return
      // Synchronously: the key that wakes the bar may be the one that moves the focus into it.
      flushSync(() => setResting(false))
      check()
    }
    check()
    const stopWatching = watchTouches(wake)
    return () => {
      stopWatching()
      cancel?.()
    }
  }, [clock, bar, isUnattended])
  useEffect(() => {
    document.documentElement.toggleAttribute('data-resting', isResting)
    return () => document.documentElement.removeAttribute('data-resting')
  }, [isResting])
  return isResting
}
