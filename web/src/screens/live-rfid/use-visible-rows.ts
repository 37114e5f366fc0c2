import { useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef } from 'react'

const OVERSCAN = 4

/** Which rows of one height stand in the box that `scroller` is put on, and the room around them. */
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
  // It asks for a height once a row and keeps the answer.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight])

  const toTop = () => {
    const box = scroller.current
    if (!box) return
    box.scrollTop = 0
    // What asked for it may go away now: the focus must not fall to the page.
    box.focus({ preventScroll: true })
  }
  const rows = virtualizer.getVirtualItems()
  const spaceAbove = rows[0]?.start ?? 0
  const spaceBelow = virtualizer.getTotalSize() - (rows.at(-1)?.end ?? 0)
  return { scroller, toTop, rows, spaceAbove, spaceBelow }
}
