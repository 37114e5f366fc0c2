import type { ScanEvent } from '@vehicle-control/protocol'
import { memo, type ReactElement, type ReactNode, useSyncExternalStore } from 'react'
import { registerPath } from '../../../components/register-path.ts'
import { UnknownMark } from '../../../components/UnknownMark.tsx'
import { isLate } from '../../../live/read-list.ts'
import { agentName, LIVE_COLUMNS, type ReadColumnName } from '../../../reads/columns.ts'
import { formatCount } from '../../../site-time/site-time.ts'
import { LIVE_TEXTS } from '../../../texts/reads/live.ts'
import type { DayWatch } from '../day-watch.ts'
import classes from './read-cells.module.css'
import table from './reads-table.module.css'

interface ReadCellsProps {
  read: ScanEvent
  watch: DayWatch
  /** No row above is of the same agent. */
  isNewest: boolean
  /** What its gate decided. */
  mark: ReactNode
}

/** The cells of one read. Their full texts become titles only under a pointer (ReadsTable). */
export const ReadCells = memo(function ReadCells({ read, watch, isNewest, mark }: ReadCellsProps) {
  const cells: ReactElement[] = []
  // A loop, since `map` would make a function for each row of each redraw.
  for (const { name, text } of LIVE_COLUMNS) {
    const drawn = DRAWN[name]
    const content = drawn ? drawn(read, watch, isNewest, mark) : text(read, watch.siteTime.clock)
    cells.push(
      <td key={name} data-cell={name} data-empty={content ? undefined : true}>
        {content || LIVE_TEXTS.none}
      </td>,
    )
  }
  return cells
})

type DrawCell = (read: ScanEvent, watch: DayWatch, isNewest: boolean, mark: ReactNode) => ReactNode

/**
 * The cells that show more than their column's text. Called for each visible row of each redraw: they
 * make elements and no functions.
 */
const DRAWN: Partial<Record<ReadColumnName, DrawCell>> = {
  at(read, { siteTime }) {
    const at = Date.parse(read.ts)
    return (
      <>
        <time dateTime={read.ts} title={siteTime.full(at)}>
          {siteTime.clock(at)}
        </time>
        {isLate(read) && (
          <span
            className={classes.late}
            title={LIVE_TEXTS.lateTitle(siteTime.full(Date.parse(read.received_at)))}
          >
            {LIVE_TEXTS.late}
          </span>
        )}
      </>
    )
  },
  agent: (read, watch, isNewest, mark) => (
    <span className="line" data-align="baseline">
      <span className="clip">{agentName(read)}</span>
      {mark}
      {isNewest && <SuppressedMark code={read.agent.code} watch={watch} />}
    </span>
  ),
  plate(read, { mayRegister }) {
    const { uid, vehicle, retired_from } = read
    if (vehicle !== null) {
      const { plate, asset_id } = vehicle
      return plate && asset_id ? (
        // Its row opens the sheet, as it does beside it; with Ctrl the browser opens the link.
        <a className="bare-link" data-of-row href={`/vehicle?id=${asset_id}`} tabIndex={-1}>
          {plate}
        </a>
      ) : (
        plate
      )
    }
    return (
      <UnknownMark read={read}>
        {mayRegister && !retired_from && (
          <a
            className={table.register}
            href={registerPath(uid)}
            // The tab key stops once for all rows, and a row's sheet has this link too.
            tabIndex={-1}
            aria-label={LIVE_TEXTS.registerTag(uid)}
          >
            {LIVE_TEXTS.register}
          </a>
        )}
      </UnknownMark>
    )
  },
}

function SuppressedMark({ code, watch: { counts } }: { code: string; watch: DayWatch }) {
  const count = useSyncExternalStore(counts.subscribeAgents, () => counts.suppressedBy(code))
  if (count === 0) return null
  const text = LIVE_TEXTS.suppressedBy(formatCount(count), count === 1)
  return (
    <span className={classes.suppressed} title={text}>
      <span aria-hidden>▲ {formatCount(count)}</span>
      <span className="visually-hidden">{text}</span>
    </span>
  )
}
