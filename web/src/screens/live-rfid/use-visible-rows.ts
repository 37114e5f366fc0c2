import { useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef } from 'react'

const OVERSCAN = 4

/** Finds the rows in view of the box that has the ref `scroller`, and the room above and below. */
export function useVisibleRows(count: number, rowHeight: number) {
  const scroller = useRef<HTMLElement>(null)
  // Keys are positions by default: a row's elements stay while the reads move through them.
  // oxlint-disable-next-line react/incompatible-library -- no compiler, and its functions stay here
  const virtualizer = useVirtualizer({
    count,
    overscan: OVERSCAN,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
  })
  // The virtualizer asks for a row's height once and keeps the answer.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight])

  const toTop = () => {
    const box = scroller.current
    if (!box) return
    box.scrollTop = 0
    // The button that was pressed goes away now: the focus must not fall to the page.
    box.focus({ preventScroll: true })
  }
  const rows = virtualizer.getVirtualItems()
  const spaceAbove = rows[0]?.start ?? 0
  const spaceBelow = virtualizer.getTotalSize() - (rows.at(-1)?.end ?? 0)
  return { scroller, toTop, rows, spaceAbove, spaceBelow }
}
