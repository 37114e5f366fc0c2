import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'

/** The part of a long grid that is near the view. */
export interface GridWindow {
  /** The ref of the grid's element. */
  grid: React.RefObject<HTMLUListElement | null>
  /** Positions of the items to draw; `until` itself is not one. */
  from: number
  until: number
  /** Room for the rows that are not drawn, in pixels. */
  above: number
  below: number
}

interface Layout {
  columns: number
  /** Pixels of a row with the gap below it. */
  rowPx: number
  /** Pixels of the page above the grid. */
  topPx: number
}

const OVERSCAN_ROWS = 3
/** Used until the grid can be measured; any values do. */
const UNMEASURED: Layout = { columns: 1, rowPx: 200, topPx: 0 }

/**
 * Finds the rows of a CSS grid that are in view of the page. The style sheet alone decides on columns
 * and the height of rows (`grid-auto-rows`), by the page's width, density and size of type.
 */
export function useGridWindow(count: number): GridWindow {
  const grid = useRef<HTMLUListElement>(null)
  const [layout, setLayout] = useState(UNMEASURED)
  useLayoutEffect(() => {
    const box = grid.current
    if (!box) return
    const measure = () => {
      const found = layoutOf(box)
      if (found) setLayout((known) => (isSame(known, found) ? known : found))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    // What is above the grid can grow.
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])

  const { columns, rowPx, topPx } = layout
  // oxlint-disable-next-line react/incompatible-library -- no compiler, and its functions stay here
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(count / columns),
    overscan: OVERSCAN_ROWS,
    scrollMargin: topPx,
    estimateSize: () => rowPx,
  })
  // The virtualizer asks for a row's height once and keeps the answer.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowPx])

  const rows = virtualizer.getVirtualItems()
  const first = rows[0]
  const last = rows.at(-1)
  if (!first || !last) return { grid, from: 0, until: 0, above: 0, below: 0 }
  return {
    grid,
    from: first.index * columns,
    until: Math.min(count, (last.index + 1) * columns),
    above: first.start - topPx,
    below: virtualizer.getTotalSize() - (last.end - topPx),
  }
}

function layoutOf(grid: HTMLUListElement): Layout | null {
  const style = getComputedStyle(grid)
  const rowPx = Number.parseFloat(style.gridAutoRows) + Number.parseFloat(style.rowGap)
  if (!(rowPx > 0)) return null
  const columns = style.gridTemplateColumns.split(' ').length
  return { columns, rowPx, topPx: Math.round(grid.getBoundingClientRect().top + window.scrollY) }
}

function isSame(a: Layout, b: Layout): boolean {
  return a.columns === b.columns && a.rowPx === b.rowPx && a.topPx === b.topPx
}
