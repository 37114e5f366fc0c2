import { formatCount } from '../site-time/site-time.ts'
import { type HeatGrid, shortCount } from './heat.ts'
import { type ColorScheme, PALETTES } from './palette.ts'
import classes from './heatmap-table.module.css'

interface HeatTableProps {
  /** Names the region, which scrolls where it is narrow. */
  label: string
  /** What the heads of the rows are. */
  corner: string
  /** The head of each row of the grid. */
  names: readonly string[]
  /** 24 counts a row; where one is not known the cell is blank. */
  grid: HeatGrid
  scheme: ColorScheme
  /** The heads of the rows need more room than a word of three letters. */
  hasLongNames?: boolean
}

const HOURS = Array.from({ length: 24 }, (_, hr) => hr)

/** Counts by hour of the day: a table whose cells are coloured by their numbers. */
export function HeatTable({ label, corner, names, grid, scheme, hasLongNames }: HeatTableProps) {
  const { heat } = PALETTES[scheme]
  return (
    <>
      <section
        className={classes.scroller}
        aria-label={label}
        // A region that scrolls has to be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        <table className={classes.table} data-long-names={hasLongNames}>
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
              // Two rows may have one name: only the place tells them apart.
              // oxlint-disable-next-line react/no-array-index-key -- nothing else of a row is its own
              <tr key={place}>
                <th scope="row" aria-current={place === grid.today ? 'date' : undefined}>
                  {names[place]}
                </th>
                {row.map(({ total, level }, hr) => (
                  <td
                    key={HOURS[hr]}
                    style={{ background: heat[level]?.fill, color: heat[level]?.text }}
                    title={total && total >= 10_000 ? formatCount(total) : undefined}
                  >
                    {shortCount(total)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {grid.max > 0 && (
        // The cells say the same in numbers.
        <p className={classes.legend} aria-hidden>
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
