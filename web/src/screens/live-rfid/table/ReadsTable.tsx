import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ScanEvent } from '@vehicle-control/protocol'
import { type CSSProperties, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { useStore } from '../../../browser/external-store.ts'
import { rootFontSize } from '../../../browser/root-font-size.ts'
import { LaterPart } from '../../../components/LaterPart.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import type { DecisionOf } from '../../../live/decisions.ts'
import { useLiveLink } from '../../../live/LiveLink.tsx'
import cells from '../../../reads/cells.module.css'
import { LIVE_COLUMNS, READ_COLUMNS } from '../../../reads/columns.ts'
import { formatCount } from '../../../site-time/site-time.ts'
import { LIVE_TEXTS } from '../../../texts/reads/live.ts'
import type { DayWatch } from '../day-watch.ts'
import { ReadCells } from './ReadCells.tsx'
import { rowNumber } from '../rows/row-places.ts'
import type { EmptyText } from '../use-empty-text.ts'
import { useVisibleRows } from '../rows/use-visible-rows.ts'
import classes from './reads-table.module.css'

const FirstAgent = lazyPart(
  async () => (await import('../../../components/first-steps/FirstAgent.tsx')).FirstAgent,
)
const RowActions = lazyPart(async () => (await import('../rows/RowActions.tsx')).RowActions)

interface ReadsTableProps {
  watch: DayWatch
  reads: readonly ScanEvent[]
  /** Newer reads that wait because the user has scrolled away. */
  freshCount: number
  isStale: boolean
  label: string
  /** Shown instead of rows where there are none. */
  empty: EmptyText
  /** Shown over the lower edge. */
  children: ReactNode
  onScrolledAway: (isAway: boolean) => void
  /** Called when the list is to stand still: a row has the keyboard's focus, or a sheet is open. */
  onHeld: (by: 'row' | 'sheet', isHeld: boolean) => void
}

/** The starting length, in characters, of each column whose texts differ from site to site. */
const FIRST_LENGTHS: Readonly<Record<string, number>> = {
  agent: 8,
  location: 10,
  model: 8,
  owner: 14,
}
const LONGEST_TEXT = 32
const MEASURED_COLUMNS = READ_COLUMNS.filter(({ name }) => name in FIRST_LENGTHS)

/** In rem, as in the style sheet. */
const ROW_HEIGHT = 2.5
const TWO_LINES_HEIGHT = 3.5
const AT_ONCE = { getInitialValueInEffect: false }

/**
 * The reads, of which only the visible ones are in the document, between two spacers. A row's key
 * is its place, not its read: in a burst only texts change, and no element is made or removed.
 */
export function ReadsTable(props: ReadsTableProps) {
  const { watch, reads, freshCount, isStale, onScrolledAway, onHeld } = props
  const isNarrow = useMediaQuery('(max-width: 74.99em)', false, AT_ONCE)
  const rowHeight = useRootFontSize() * (isNarrow ? TWO_LINES_HEIGHT : ROW_HEIGHT)
  const lengths = useColumnLengths(reads)
  const decisionOf = useStore(useLiveLink().decisions, (now) => now)
  // Stays, as the columns do: with the first mark its link gets room.
  const [hasMarks, setMarks] = useState(false)
  if (!hasMarks && reads.some(({ vehicle }) => !vehicle)) setMarks(true)
  const visible = useVisibleRows(reads.length, rowHeight)
  const { scroller, toTop, rows, spaceAbove, spaceBelow } = visible
  const newest = useMemo(() => newestOfAgents(reads), [reads])
  const [tabRow, setTabRow] = useState(0)
  const first = rows[0]?.index ?? 0
  const isStopInView = tabRow >= first && tabRow <= (rows.at(-1)?.index ?? 0)
  const backToTop = () => {
    toTop()
    onScrolledAway(false)
  }
  return (
    <div className={classes.frame} data-stale={isStale || undefined}>
      {freshCount > 0 && (
        <Button className={classes.fresh} size="compact-md" radius="xl" onClick={backToTop}>
          {LIVE_TEXTS.fresh(formatCount(freshCount), freshCount === 1)}
        </Button>
      )}
      <section
        ref={scroller}
        className={classes.scroller}
        aria-label={props.label}
        // A region that scrolls has to be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={reads.length === 0 ? 0 : -1}
        onScroll={(event) => onScrolledAway(event.currentTarget.scrollTop > rowHeight / 2)}
      >
        <table
          className={`${cells.cells} ${classes.table}`}
          data-registers={(watch.mayRegister && hasMarks) || undefined}
          style={lengths}
          aria-rowcount={reads.length + 1}
        >
          <thead className={isNarrow ? 'visually-hidden' : undefined}>
            <tr aria-rowindex={1}>
              {LIVE_COLUMNS.map(({ name, head }) => (
                <th key={name} scope="col" data-cell={name}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody onPointerOver={nameCutText}>
            <Spacer height={spaceAbove} />
            {rows.map(({ index }) => (
              <Row
                key={index}
                index={index}
                read={reads[index]}
                watch={watch}
                isNewest={newest.has(index)}
                decisionOf={decisionOf}
                isStop={index === (isStopInView ? tabRow : first)}
              />
            ))}
            <Spacer height={spaceBelow} />
          </tbody>
        </table>
        {reads.length === 0 && (
          <div className={classes.empty}>
            <p>{props.empty.text}</p>
            {props.empty.hint && <p className="hint">{props.empty.hint}</p>}
            <Suspense>{props.empty.isWaiting && <FirstAgent />}</Suspense>
          </div>
        )}
      </section>
      <LaterPart>
        <RowActions {...{ watch, reads, visible, onHeld }} onStop={setTabRow} />
      </LaterPart>
      {props.children}
    </div>
  )
}

/** The index of each agent's newest read. */
function newestOfAgents(reads: readonly ScanEvent[]): ReadonlySet<number> {
  const codes = new Set<string>()
  const places = new Set<number>()
  for (const [place, { agent }] of reads.entries()) {
    if (codes.has(agent.code)) continue
    codes.add(agent.code)
    places.add(place)
  }
  return places
}

interface RowProps {
  index: number
  read: ScanEvent | undefined
  watch: DayWatch
  isNewest: boolean
  decisionOf: DecisionOf
  /** The tab key reaches this row. */
  isStop: boolean
}

function Row({ index, read, watch, isNewest, decisionOf, isStop }: RowProps) {
  if (!read) return null
  return (
    <tr
      aria-rowindex={rowNumber(index)}
      tabIndex={isStop ? 0 : -1}
      className={classes.row}
      data-unknown={read.vehicle === null || undefined}
    >
      <ReadCells {...{ read, watch, isNewest }} mark={decisionOf(read)?.mark} />
    </tr>
  )
}

const CUTS_ITS_TEXT = 'td, .clip'

function nameCutText({ target }: { target: EventTarget }) {
  const box = target instanceof Element ? target.closest<HTMLElement>(CUTS_ITS_TEXT) : null
  if (box) box.title = box.scrollWidth > box.clientWidth ? (box.textContent ?? '') : ''
}

function Spacer({ height }: { height: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden style={{ height }}>
      <td colSpan={LIVE_COLUMNS.length} style={{ padding: 0 }}>
        {''}
      </td>
    </tr>
  )
}

const DEFAULT_REM_PX = 16

/** Follows the pixels of one rem. */
function useRootFontSize(): number {
  const [size, setSize] = useState(rootFontSize)
  useEffect(() => {
    // A change of it has no event of its own, but it changes the size of the page's box.
    const watcher = new ResizeObserver(() => setSize(rootFontSize()))
    watcher.observe(document.documentElement)
    return () => watcher.disconnect()
  }, [])
  return size || DEFAULT_REM_PX
}

/**
 * The longest text of each column in all reads shown so far, as variables for the style sheet. It
 * never shrinks: that would move the other columns all the time.
 */
function useColumnLengths(reads: readonly ScanEvent[]): CSSProperties {
  const [known, setKnown] = useState(FIRST_LENGTHS)
  const found = longestOf(reads, known)
  // Set while rendering, so that no frame in between cuts what fits.
  if (found !== known) setKnown(found)
  return Object.fromEntries(MEASURED_COLUMNS.map(({ name }) => [`--${name}`, found[name]]))
}

/** `known` itself where no text is longer. */
function longestOf(reads: readonly ScanEvent[], known: typeof FIRST_LENGTHS): typeof FIRST_LENGTHS {
  const found: Record<string, number> = { ...known }
  for (const { name, text } of MEASURED_COLUMNS) {
    let longest = known[name] ?? 0
    for (const read of reads) longest = Math.max(longest, text(read, String)?.length ?? 0)
    found[name] = Math.min(longest, LONGEST_TEXT)
  }
  return MEASURED_COLUMNS.some(({ name }) => found[name] !== known[name]) ? found : known
}
