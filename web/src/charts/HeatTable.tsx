import { type KeyboardEvent, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { formatCount } from '../site-time/site-time.ts'
import { DASHBOARD_TEXTS } from '../texts/reads/dashboard.ts'
import type { FigureLink } from './FigureTable.tsx'
import { type HeatGrid, shortCount } from './heat.ts'
import classes from './heatmap-table.module.css'
import { type ColorScheme, PALETTES } from './palette.ts'
import { PHONE } from './phone.ts'

const TEXTS = DASHBOARD_TEXTS.charts

const STEPS: Record<string, readonly [row: number, hr: number]> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
}

interface HeatTableProps {
  /** Names the region, which scrolls where it is narrow. */
  label: string
  /** What the heads of the rows name. */
  corner: string
  /** The head of each row of the grid. */
  names: readonly string[]
  /** 24 counts in each row; the cell is blank where one is not known. */
  grid: HeatGrid
  scheme: ColorScheme
  /** The heads of the rows need more room than a word of three letters. */
  hasLongNames?: boolean
  /** The link to the reads of a cell, and the words for its day and hour. */
  linkOf?: ((row: number, hr: number) => CellTarget) | undefined
}

/** Where a cell leads, and the day and hour that it is. */
interface CellTarget extends FigureLink {
  when: string
}

const HOURS = Array.from({ length: 24 }, (_, hr) => hr)

/** Counts by hour of the day: a table whose cells are coloured by their numbers. */
export function HeatTable(props: HeatTableProps) {
  const { label, corner, names, grid, scheme, hasLongNames, linkOf } = props
  // The tab key stops once; arrows move on from there.
  const [reached, setReached] = useState<string | null>(null)
  const links = grid.rows.flatMap((row, place) =>
    row.flatMap(({ total }, hr) => (total && linkOf ? [cellName(place, hr)] : [])),
  )
  const stop = links.includes(reached ?? '') ? reached : links.at(-1)

  const scroller = useRef<HTMLElement>(null)
  const hasOpened = useRef(false)
  /** Where a finger enlarges it. */
  const pressed = useRef<number>(undefined)
  // Where it scrolls it would open on the night.
  const show = (hr = busiestHour(grid)) => {
    const box = scroller.current
    const head = box?.querySelectorAll('th')[hr + 1]
    if (box && head) box.scrollLeft = head.offsetLeft - box.clientWidth / 2
  }
  const open = useEffectEvent(() => show())
  // Later it stays where somebody has it.
  useLayoutEffect(() => {
    if (hasOpened.current || grid.max === 0) return
    hasOpened.current = true
    open()
  }, [grid])

  const { heat } = PALETTES[scheme]
  return (
    <>
      {/* Notes the focus that enlarges it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        ref={scroller}
        className={classes.scroller}
        aria-label={label}
        // A region that scrolls has to be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        // On a phone it was whole until this press, or the tab key; elsewhere it stays where it is.
        onPointerDown={({ target }) => (pressed.current = hourOf(target))}
        onFocus={({ target, currentTarget }) => {
          if (target === currentTarget && matchMedia(PHONE).matches) show(pressed.current)
          pressed.current = undefined
        }}
      >
        {/* Handles the arrow keys of the links in it. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <table
          className={classes.table}
          data-long-names={hasLongNames}
          onKeyDown={linkOf && stepInGrid}
        >
          <thead>
            <tr>
              <th scope="col">{corner}</th>
              {HOURS.map((hr) => (
                <th key={hr} scope="col">
                  {String(hr).padStart(2, '0')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {grid.rows.map((row, place) => (
              // Two rows may have the same name: only the place distinguishes them.
              // oxlint-disable-next-line react/no-array-index-key -- nothing else of a row is its own
              <tr key={place}>
                <th scope="row" aria-current={place === grid.today ? 'date' : undefined}>
                  {names[place]}
                </th>
                {row.map(({ total, level }, hr) => (
                  <td
                    key={HOURS[hr]}
                    style={{ background: heat[level]?.fill, color: heat[level]?.text }}
                    title={!linkOf && total && total >= 10_000 ? formatCount(total) : undefined}
                  >
                    {total && linkOf ? (
                      <CellLink
                        place={cellName(place, hr)}
                        way={linkOf(place, hr)}
                        total={total}
                        isStop={cellName(place, hr) === stop}
                        onReach={setReached}
                      />
                    ) : (
                      shortCount(total)
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {grid.max > 0 && (
        // The cells say the same in numbers.
        <p
          className={classes.legend}
          data-hint={TEXTS.enlarge}
          data-back={TEXTS.reduce}
          aria-hidden
        >
          0
          {heat.map(({ fill }) => (
            <span key={fill} style={{ background: fill }} />
          ))}
          {formatCount(grid.max)}
        </p>
      )}
    </>
  )
}

/** An hour of the largest count. */
function busiestHour({ rows, max }: HeatGrid): number {
  return Math.max(...rows.map((row) => row.findIndex(({ total }) => total === max)))
}

/** The hour of a cell; undefined where there is none. */
function hourOf(target: EventTarget): number | undefined {
  return target instanceof HTMLTableCellElement && target.cellIndex > 0
    ? target.cellIndex - 1
    : undefined
}

interface CellLinkProps {
  place: string
  way: CellTarget
  total: number
  isStop: boolean
  onReach: (place: string) => void
}

function CellLink({ place, way, total, isStop, onReach }: CellLinkProps) {
  const { when, ...link } = way
  const { cell, count } = TEXTS
  const shown = shortCount(total)
  return (
    <Link
      {...link}
      data-cell={place}
      tabIndex={isStop ? 0 : -1}
      title={cell(count(formatCount(total), total === 1), when)}
      aria-label={cell(count(shown, total === 1), when)}
      onFocus={() => onReach(place)}
    >
      {shown}
    </Link>
  )
}

/** The name by which `stepInGrid` finds a cell's link. */
function cellName(row: number, hr: number): string {
  return `${row}-${hr}`
}

/** Moves the focus with the arrows from a cell's link to the next one in that direction. */
function stepInGrid(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  const name = event.target instanceof HTMLElement ? event.target.dataset['cell'] : undefined
  if (!step || name === undefined) return
  event.preventDefault()
  let [row = 0, hr = 0] = name.split('-').map(Number)
  for (;;) {
    row += step[0]
    hr += step[1]
    if (row < 0 || hr < 0 || row > 99 || hr > 23) return
    const next = event.currentTarget.querySelector<HTMLElement>(
      `[data-cell="${cellName(row, hr)}"]`,
    )
    if (next) return next.focus()
  }
}
