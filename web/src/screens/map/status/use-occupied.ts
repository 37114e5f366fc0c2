import { useRef, type FocusEvent } from 'react'
import { useApp } from '../../../app-parts.ts'

const RESTING_POINTER_MS = 3000

/**
 * Handlers for an element that tell whether somebody is on it: a pointer until it has lain still for
 * a while, and the focus until it leaves.
 */
export function useOccupied(onOccupied: (isOccupied: boolean) => void) {
  const { clock } = useApp()
  const isFocused = useRef(false)
  const cancelRest = useRef(() => {})
  const rest = () => onOccupied(isFocused.current)
  return {
    onPointerMove() {
      cancelRest.current()
      cancelRest.current = clock.after(RESTING_POINTER_MS, rest)
      onOccupied(true)
    },
    onPointerLeave() {
      cancelRest.current()
      rest()
    },
    onFocus() {
      isFocused.current = true
      onOccupied(true)
    },
    onBlur(event: FocusEvent) {
      isFocused.current = event.currentTarget.contains(event.relatedTarget)
      rest()
    },
  }
}
