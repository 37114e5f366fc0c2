import { useEffect, type RefObject } from 'react'

interface DismissalOptions {
  isOpen: boolean
  close: () => void
  box: RefObject<HTMLElement | null>
  opener: RefObject<HTMLElement | null>
}

/**
 * Closes what `opener` opened inside `box` on Esc, with the focus back on the opener, and on a
 * press anywhere else.
 */
export function useDismissal(options: DismissalOptions): void {
  const { isOpen, close, box, opener } = options
  useEffect(() => {
    if (!isOpen) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      close()
      opener.current?.focus()
    }
    const onPointer = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) close()
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPointer)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPointer)
    }
  }, [isOpen, close, box, opener])
}
