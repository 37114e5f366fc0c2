import type { Heatmap } from '../api/reports/read-figures.ts'
import type { SiteClock } from '../site-time/site-clock.ts'
import { DASHBOARD_TEXTS } from '../texts/dashboard.ts'
import { heatGrid, heatNames } from './heat.ts'
import { HeatTable } from './HeatTable.tsx'
import type { ColorScheme } from './palette.ts'

interface HeatmapTableProps {
  title: string
  heatmap: Heatmap
  site: SiteClock
  scheme: ColorScheme
}

/** Reads by day of the week and hour. */
export function HeatmapTable({ title, heatmap, site, scheme }: HeatmapTableProps) {
  const { day, tableOf } = DASHBOARD_TEXTS.charts
  const grid = heatGrid(heatmap, site)
  return (
    <HeatTable
      label={tableOf(title)}
      corner={day}
      names={heatNames(grid)}
      grid={grid}
      scheme={scheme}
    />
  )
}
