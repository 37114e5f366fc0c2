import type { ScanEvent } from '@vehicle-control/protocol'
import { useLayoutEffect, useRef } from 'react'
import { placeOf, rowAt, rowOf } from './row-places.ts'
import type { VisibleRows } from './use-visible-rows.ts'

interface RowFocusOptions {
  reads: readonly ScanEvent[]
  visible: VisibleRows
  /** Called with the row that the tab key is to reach. */
  onStop: (index: number) => void
  /** The list must not move while a row has the keyboard's focus. */
  onHeld: (by: 'row', isHeld: boolean) => void
  open: (read: ScanEvent) => void
}

/**
 * One stop of the tab key for all rows: arrows, Inicio, Fin and the page keys move among them,
 * Enter opens the read. A focus that came from the pointer does not hold the list.
 */
export function useRowFocus({ reads, visible, onStop, onHeld, open }: RowFocusOptions) {
  const { scroller, toRow } = visible
  const wanted = useRef<number | null>(null)
  const hasFocus = useRef(false)

  const go = (index: number) => {
    const place = Math.max(0, Math.min(index, reads.length - 1))
    onStop(place)
    wanted.current = focusRow(rowAt(scroller.current, place)) ? null : place
    if (wanted.current !== null) toRow(place)
  }
  // A row that was far away is drawn a moment after the list was scrolled to it.
  useLayoutEffect(() => {
    const row = wanted.current === null ? null : rowAt(scroller.current, wanted.current)
    if (focusRow(row)) wanted.current = null
    // A row that is scrolled away loses the focus, which must not fall to the page.
    if (hasFocus.current && document.activeElement === document.body) {
      hasFocus.current = false
      onHeld('row', false)
      scroller.current?.focus({ preventScroll: true })
    }
  })

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rowOf(event.target)
    if (row === null || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const place = placeOf(row)
    const read = reads[place]
    const page = Math.max(1, (scroller.current?.clientHeight ?? 0) / (row.offsetHeight || 1) - 2)
    const moves: Record<string, number> = {
      ArrowDown: place + 1,
      ArrowUp: place - 1,
      Home: 0,
      End: reads.length - 1,
      PageDown: place + Math.floor(page),
      PageUp: place - Math.floor(page),
    }
    const target = moves[event.key]
    if (target !== undefined) go(target)
    else if (event.key === 'Enter' && event.target === row && read) open(read)
    else return
    event.preventDefault()
  }
  const onFocus = ({ target }: FocusEvent) => {
    const row = rowOf(target)
    if (row === null) return
    hasFocus.current = true
    onStop(placeOf(row))
    if (row.matches(':focus-visible, :has(:focus-visible)')) onHeld('row', true)
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (rowOf(relatedTarget) !== null) return
    hasFocus.current = false
    onHeld('row', false)
  }
  return { go, onKeyDown, onFocus, onBlur }
}

function focusRow(row: HTMLElement | null): boolean {
  row?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
  return row !== null
}
