import { useEffect, useState } from 'react'

/** Gives the focus back to what had it as the component came, once it and all dialogs are gone. */
export function useFocusReturn(): void {
  const [origin] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (origin instanceof HTMLElement && !document.querySelector('[role=dialog]')) {
          origin.focus()
        }
      })
    },
    [origin],
  )
}
