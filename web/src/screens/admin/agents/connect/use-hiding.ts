import { useEffect, useState } from 'react'
import { useApp } from '../../../../app-parts.ts'

/** How long a secret stays on a screen that others may see. */
const SHOWN_MS = 60_000

/** Shows a secret for a minute, and again for one when it is asked to. */
export function useHiding(): [isShown: boolean, showAgain: () => void] {
  const { clock } = useApp()
  const [isShown, setShown] = useState(true)
  useEffect(
    () => (isShown ? clock.after(SHOWN_MS, () => setShown(false)) : undefined),
    [clock, isShown],
  )
  return [isShown, () => setShown(true)]
}
