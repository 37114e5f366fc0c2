import type { ScanEvent } from '@vehicle-control/protocol'
import { type CSSProperties, useRef, useState } from 'react'
import { useStore } from '../../../browser/external-store.ts'
import { UnknownMark } from '../../../components/UnknownMark.tsx'
import { useRoom } from '../../../components/wall/use-room.ts'
import { useLiveLink } from '../../../live/LiveLink.tsx'
import type { DecisionOf } from '../../../live/decisions.ts'
import type { TagsNow } from '../../../live/tags-now.ts'
import cells from '../../../reads/cells.module.css'
import { agentName } from '../../../reads/columns.ts'
import type { SiteTime } from '../../../site-time/site-time.ts'
import { LIVE_TEXTS } from '../../../texts/reads/live.ts'
import { fitType } from '../../../components/wall/fit-type.ts'
import {
  askedWith,
  columnsOf,
  LEAST_ASKED,
  type WallColumn,
  wallText,
  widthOf,
  widthsOf,
} from './wall-columns.ts'
import classes from './live-wall.module.css'

/**
 * In rem: the least height of a row, in which two lines are as large as a wall's rows are to be
 * read (2.2 % of its height), and sizes that live-wall.module.css has too.
 */
const ROW = 2.4
const HEAD = 1.5
const PADDING = 0.6
const TYPE = 1
/** How much larger rows are at most on an upright screen, which has the height for it. */
const UPRIGHT = 1.3

type RowStyle = CSSProperties & Record<'--row', string>

interface WallRowsProps {
  reads: readonly ScanEvent[]
  site: SiteTime
  label: string
}

/**
 * The reads before the last one: as many as there is room for, none of them cut. A row's key is its
 * place, not its read: in a burst only texts change, and no element is made or removed.
 */
export function WallRows({ reads, site, label }: WallRowsProps) {
  const box = useRef<HTMLDivElement>(null)
  const { width, height, remPx } = useRoom(box)
  const forRows = height / remPx - HEAD
  const [known, setKnown] = useState(LEAST_ASKED)
  const link = useLiveLink()
  const tags = useStore(link.tagsNow, (now) => now)
  const decisionOf = useStore(link.decisions, (now) => now)
  // As many as rows can be: larger ones show fewer.
  const asked = askedWith(
    known,
    reads.slice(0, roomIn(forRows, 1)),
    { site, tags, decisionOf },
    width / remPx,
  )
  // Set while rendering, so that no frame in between has other widths.
  if (asked !== known) setKnown(asked)
  const columns = columnsOf(width / remPx, asked)
  const widths = widthsOf(columns, asked, width / remPx)
  const most = height > width ? UPRIGHT : 1
  const scale = Math.min(most, Math.max(1, width / remPx / widthOf(columns, asked)))
  const room = roomIn(forRows, scale)
  // Stretched so that whole rows fill the height.
  const style: RowStyle = { '--row': `${room > 0 ? forRows / room : ROW}rem` }
  const shown = reads.slice(0, room)
  return (
    <div ref={box} className={classes.rows} style={style}>
      <table className={`${cells.cells} ${classes.table}`} aria-label={label}>
        <colgroup>
          {columns.map(({ name }, place) => (
            <col key={name} style={{ width: `${widths[place]}rem` }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map(({ name, head }) => (
              <th key={name} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((read, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- a row belongs to its place
            <Row key={place} {...{ read, site, tags, decisionOf, columns, widths, scale }} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** How many rows this height has room for, in rem. */
function roomIn(height: number, scale: number): number {
  return Math.max(0, Math.floor(height / (ROW * scale)))
}

interface RowProps {
  read: ScanEvent
  /** The size of its type, as a multiple of the least. */
  scale: number
  site: SiteTime
  tags: TagsNow
  decisionOf: DecisionOf
  columns: readonly WallColumn[]
  widths: readonly number[]
}

function Row({ read, site, tags, decisionOf, columns, widths, scale: larger }: RowProps) {
  const mark = decisionOf(read)?.mark
  return (
    <tr data-unknown={read.vehicle === null || undefined}>
      {columns.map((column, place) => {
        const { name, scale } = column
        const isMark = name === 'plate' && read.vehicle === null
        const content = wallText(column, read, { site, tags, decisionOf })
        const width = (widths[place] ?? 0) - PADDING * 2
        const largest = TYPE * larger * scale
        const size = fitType(content, { width, height: ROW * larger - 0.1, largest })
        const style: CSSProperties = { fontSize: `${size}rem` }
        return (
          <td key={name} data-cell={name} data-empty={content === '' || undefined}>
            <div style={style}>
              {isMark ? (
                <UnknownMark read={read} />
              ) : name === 'agent' && mark ? (
                <>
                  {agentName(read)} {mark}
                </>
              ) : (
                content || LIVE_TEXTS.none
              )}
            </div>
          </td>
        )
      })}
    </tr>
  )
}
