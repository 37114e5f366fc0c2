import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

const OVERSCAN = 4

/** The rows in the document, and the room above and below. */
export interface VisibleRows {
  /** The ref of the box that scrolls. */
  readonly scroller: RefObject<HTMLElement | null>
  readonly rows: readonly { readonly index: number }[]
  readonly spaceAbove: number
  readonly spaceBelow: number
  readonly toTop: () => void
  readonly setPrinting: (isPrinting: boolean) => void
  /** Scrolls to a row that may not be in the document. */
  readonly toRow: (index: number) => void
}

/** Finds the rows in view among `count` of one height, in pixels; those of a printed page are all. */
export function useVisibleRows(count: number, rowHeight: number): VisibleRows {
  const scroller = useRef<HTMLElement>(null)
  const [isPrinting, setPrinting] = useState(false)
  // Keys are positions by default: a row's elements stay while the reads move through them.
  // oxlint-disable-next-line react/incompatible-library -- no compiler, and its functions stay here
  const virtualizer = useVirtualizer({
    count,
    // On paper all of them.
    overscan: isPrinting ? count : OVERSCAN,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
  })
  // The virtualizer asks for a row's height once and keeps the answer.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight])

  const toTop = () => {
    const box = scroller.current
    if (!box) return
    box.scrollTop = 0
    // The button that was pressed disappears now: the focus must not fall to the page.
    box.focus({ preventScroll: true })
  }
  const rows = virtualizer.getVirtualItems()
  const spaceAbove = rows[0]?.start ?? 0
  const spaceBelow = virtualizer.getTotalSize() - (rows.at(-1)?.end ?? 0)
  const toRow = (index: number) => virtualizer.scrollToIndex(index)
  return { scroller, toTop, toRow, rows, spaceAbove, spaceBelow, setPrinting }
}
