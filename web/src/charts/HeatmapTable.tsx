import type { HeatmapCell } from '@vehicle-control/protocol'
import { formatCount } from '../site-time/site-time.ts'
import { DASHBOARD_TEXTS } from '../texts/dashboard.ts'
import { heatGrid, shortCount } from './heat.ts'
import { type ColorScheme, PALETTES } from './palette.ts'
import classes from './heatmap-table.module.css'

interface HeatmapTableProps {
  title: string
  cells: readonly HeatmapCell[]
  scheme: ColorScheme
}

const HOURS = Array.from({ length: 24 }, (_, hr) => hr)

/** Reads by day of the week and hour: a table whose cells are coloured by their numbers. */
export function HeatmapTable({ title, cells, scheme }: HeatmapTableProps) {
  const { heat } = PALETTES[scheme]
  const { rows, max } = heatGrid(cells)
  return (
    <>
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
              <th scope="col">{DASHBOARD_TEXTS.charts.day}</th>
              {HOURS.map((hr) => (
                <th key={hr} scope="col">
                  {String(hr).padStart(2, '0')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, dow) => (
              <tr key={DASHBOARD_TEXTS.charts.days[dow]}>
                <th scope="row">{DASHBOARD_TEXTS.charts.days[dow]}</th>
                {row.map(({ total, level }, hr) => (
                  <td
                    key={HOURS[hr]}
                    style={{ background: heat[level]?.fill, color: heat[level]?.text }}
                    title={total < 10_000 ? undefined : formatCount(total)}
                  >
                    {shortCount(total)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {max > 0 && (
        // The cells say the same in numbers.
        <p className={classes.legend} aria-hidden>
          0
          {heat.map(({ fill }) => (
            <span key={fill} style={{ background: fill }} />
          ))}
          {formatCount(max)}
        </p>
      )}
    </>
  )
}
