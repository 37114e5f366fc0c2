import type { CSSProperties } from 'react'
import { heatGrid, heatNames } from '../../../charts/heat.ts'
import { PALETTES } from '../../../charts/palette.ts'
import { useChartScheme } from '../../../charts/use-chart-scheme.ts'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import { DASHBOARD_TEXTS } from '../../../texts/reads/dashboard.ts'
import { Card } from './Card.tsx'
import { tightCount } from './tight-count.ts'
import type { WallFigures } from './use-wall-figures.ts'
import classes from './dashboard-wall.module.css'

const { heatmap: TITLE } = DASHBOARD_TEXTS.dashboard
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

interface WallHeatProps {
  query: WallFigures['heatmap']
  site: SiteClock
}

/** The week by day and hour, each cell coloured by its number. */
export function WallHeat({ query, site }: WallHeatProps) {
  const { heat } = PALETTES[useChartScheme()]
  const grid = query.data && heatGrid(query.data, site)
  const names = grid ? heatNames(grid) : []
  // Of the longest number, and of the hours above them.
  const totals = grid?.rows.flat().map(({ total }) => tightCount(total ?? 0).length) ?? []
  const style: CSSProperties & Record<'--signs', number> = { '--signs': Math.max(2, ...totals) }
  const hasReads = grid?.rows.some((row) => row.some(({ total }) => total !== null && total > 0))
  return (
    <Card title={TITLE} query={query} site={site} place="heat">
      {grid && !hasReads && <p className={classes.none}>{DASHBOARD_TEXTS.charts.noReads}</p>}
      {grid && hasReads && (
        <table className={classes.heatTable} style={style} aria-label={TITLE}>
          <thead>
            <tr>
              <th scope="col">{DASHBOARD_TEXTS.charts.day}</th>
              {HOURS.map((hour) => (
                <th key={hour} scope="col">
                  {String(hour).padStart(2, '0')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {grid.rows.map((row, day) => (
              <tr key={names[day]} aria-current={day === grid.today ? 'date' : undefined}>
                <th scope="row">{DASHBOARD_TEXTS.charts.days[day]}</th>
                {row.map(({ total, level }, hour) => (
                  <td
                    key={HOURS[hour]}
                    style={{ background: heat[level]?.fill, color: heat[level]?.text }}
                  >
                    {total !== null && tightCount(total)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}
