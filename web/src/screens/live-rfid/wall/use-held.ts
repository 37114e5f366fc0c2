import { useEffect, useState } from 'react'
import { useApp } from '../../../app-parts.ts'

/** Nobody knows a plate again in less. */
const HOLD_MS = 1000

/** The newest of what is given, of which each stays for a second at least: in a flood some are left out. */
export function useHeld<T extends { readonly id: string } | undefined>(newest: T): T {
  const { clock } = useApp()
  const [held, setHeld] = useState({ value: newest, at: Number.NEGATIVE_INFINITY })
  const isOther = newest?.id !== held.value?.id
  useEffect(() => {
    if (!isOther) return undefined
    const leftMs = Math.max(0, held.at + HOLD_MS - clock.now())
    const take = () => setHeld({ value: newest, at: clock.now() })
    return clock.after(newest === undefined ? 0 : leftMs, take)
  }, [clock, newest, isOther, held])
  return held.value
}
