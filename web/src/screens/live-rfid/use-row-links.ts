import { type MouseEvent, type PointerEvent, useRef } from 'react'
import { useNavigate } from 'react-router-dom'

/**
 * Follows the links in the rows without a handler in any row. Reads move through the rows: the link
 * that counts is the one that was there when it was pressed, not when it was let go.
 */
export function useRowLinks() {
  const navigate = useNavigate()
  const pressed = useRef<string | null>(null)
  const onPointerDown = ({ target }: PointerEvent) => {
    pressed.current = linkIn(target)
  }
  const onClick = (event: MouseEvent) => {
    const link = linkIn(event.target)
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    if (link === null || !isPlain) return
    event.preventDefault()
    const isByKey = event.detail === 0
    void navigate((isByKey ? null : pressed.current) ?? link)
  }
  return { onPointerDown, onClick }
}

function linkIn(target: EventTarget): string | null {
  return target instanceof Element ? (target.closest('a')?.getAttribute('href') ?? null) : null
}
