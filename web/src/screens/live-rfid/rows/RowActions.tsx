import type { ScanEvent } from '@vehicle-control/protocol'
import { useEffect, useEffectEvent } from 'react'
import type { DayWatch } from '../day-watch.ts'
import type { VisibleRows } from '../use-visible-rows.ts'
import { useReadSheet } from './use-read-sheet.ts'
import { useRowFocus } from './use-row-focus.ts'
import { useRowPress } from './use-row-press.ts'

interface RowActionsProps {
  watch: DayWatch
  reads: readonly ScanEvent[]
  visible: VisibleRows
  /** Tells the row that the tab key shall reach. */
  onStop: (index: number) => void
  /** Somebody stands in the rows by key, or looks at a read's sheet: the list shall stand still. */
  onHeld: (by: 'row' | 'sheet', isHeld: boolean) => void
}

/**
 * What a press, a tap and a key do in the rows, for all of them at once: no row has a handler of its
 * own. It draws nothing, and is loaded after the rows.
 */
export function RowActions({ watch, reads, visible, onStop, onHeld }: RowActionsProps) {
  const open = (read: ScanEvent) => void openSheet(read)
  const focus = useRowFocus({ reads, visible, onStop, onHeld, open })
  const openSheet = useReadSheet({ watch, reads, onHeld, go: focus.go })
  const press = useRowPress(reads, open)
  const onPointerDown = useEffectEvent(press.onPointerDown)
  const onClick = useEffectEvent(press.onClick)
  const onKeyDown = useEffectEvent(focus.onKeyDown)
  const onFocus = useEffectEvent(focus.onFocus)
  const onBlur = useEffectEvent(focus.onBlur)
  const { scroller } = visible
  useEffect(() => {
    const box = scroller.current
    const listening = new AbortController()
    const { signal } = listening
    box?.addEventListener('pointerdown', (event) => onPointerDown(event), { signal })
    box?.addEventListener('click', (event) => onClick(event), { signal })
    box?.addEventListener('keydown', (event) => onKeyDown(event), { signal })
    box?.addEventListener('focusin', (event) => onFocus(event), { signal })
    box?.addEventListener('focusout', (event) => onBlur(event), { signal })
    return () => listening.abort()
  }, [scroller])
  return null
}
