import type { ScanEvent } from '@vehicle-control/protocol'
import { memo, type ReactElement } from 'react'
import { LIVE_TEXTS } from '../../texts/reads/live.ts'
import { LIVE_COLUMNS } from './columns.tsx'
import type { DayWatch } from './day-watch.ts'
import classes from './reads-table.module.css'

interface ReadCellsProps {
  read: ScanEvent
  watch: DayWatch
  /** No row above is of the same agent. */
  isNewest: boolean
}

/** The cells of one read. Their full texts become titles only under a pointer (ReadsTable). */
export const ReadCells = memo(function ReadCells({ read, watch, isNewest }: ReadCellsProps) {
  const cells: ReactElement[] = []
  // A loop, since `map` would make a function for each row of each redraw.
  for (const { name, text, cell } of LIVE_COLUMNS) {
    const content = cell ? cell(read, watch, isNewest) : text(read, watch.siteTime)
    cells.push(
      <td key={name} className={classes[name]} data-empty={content ? undefined : true}>
        {content || LIVE_TEXTS.none}
      </td>,
    )
  }
  return cells
})
