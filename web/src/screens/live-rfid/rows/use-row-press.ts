import type { ScanEvent } from '@vehicle-control/protocol'
import { useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { readOfRow } from './row-places.ts'

interface Pressed {
  readonly link: string | null
  readonly read: ScanEvent | null
}

/**
 * Follows the links in the rows, and opens the read of a row that is pressed beside them, without a
 * handler in any row. Reads move through the rows: what counts is what was there when it was pressed,
 * not when it was let go.
 */
export function useRowPress(reads: readonly ScanEvent[], open: (read: ScanEvent) => void) {
  const navigate = useNavigate()
  const pressed = useRef<Pressed | null>(null)
  const onPointerDown = ({ target }: Event) => {
    pressed.current = { link: linkIn(target), read: readOfRow(target, reads) }
  }
  const onClick = (event: MouseEvent) => {
    const link = linkIn(event.target)
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    const isByKey = event.detail === 0
    const atDown = isByKey ? null : pressed.current
    if (!isPlain) return
    if (link !== null) {
      event.preventDefault()
      void navigate(atDown?.link ?? link)
      return
    }
    const read = atDown ? atDown.read : readOfRow(event.target, reads)
    // A text that was marked is to be copied; the second press of two is none of its own.
    if (read && event.detail < 2 && getSelection()?.isCollapsed !== false) open(read)
  }
  return { onPointerDown, onClick }
}

function linkIn(target: EventTarget | null): string | null {
  return target instanceof Element
    ? (target.closest('tbody a')?.getAttribute('href') ?? null)
    : null
}
