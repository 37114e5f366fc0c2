import { Link, type To } from 'react-router-dom'
import { DASHBOARD_TEXTS } from '../texts/reads/dashboard.ts'
import classes from './chart-card.module.css'

/** A link to the reads that a figure counts. */
export interface FigureLink {
  to: To
  /** The state that the router keeps with the address. */
  state: unknown
}

interface FigureTableProps {
  title: string
  heads: readonly string[]
  /** The cells of each row; the last column holds counts. */
  rows: readonly (readonly string[])[]
  /** Where the first cell of each row leads. */
  links?: readonly FigureLink[] | undefined
}

/** The figures of a chart, in a box that scrolls; on a phone the page does, where they are few. */
export function FigureTable({ title, heads, rows, links }: FigureTableProps) {
  return (
    <section
      className={classes.scroller}
      aria-label={DASHBOARD_TEXTS.charts.tableOf(title)}
      // A region that scrolls has to be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table className={classes.table}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, i) => (
            // Rows have no name of their own: an hour that the clocks repeat is there twice.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={i}>
              {cells.map((cell, column) => (
                <td key={heads[column]}>
                  {links?.[i] && column === 0 ? (
                    <Link className="target" {...links[i]}>
                      {cell}
                    </Link>
                  ) : (
                    cell
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
