import type { HeatmapCell } from '@vehicle-control/protocol'
import { DASHBOARD_TEXTS } from '../texts/dashboard.ts'
import { heatGrid } from './heat.ts'
import { HeatTable } from './HeatTable.tsx'
import type { ColorScheme } from './palette.ts'

interface HeatmapTableProps {
  title: string
  cells: readonly HeatmapCell[]
  scheme: ColorScheme
}

/** Reads by day of the week and hour. */
export function HeatmapTable({ title, cells, scheme }: HeatmapTableProps) {
  const { day, days, tableOf } = DASHBOARD_TEXTS.charts
  return (
    <HeatTable
      label={tableOf(title)}
      corner={day}
      names={days}
      grid={heatGrid(cells)}
      scheme={scheme}
    />
  )
}
