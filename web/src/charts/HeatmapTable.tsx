import type { Heatmap } from '../api/reports/read-figures.ts'
import type { SiteClock } from '../site-time/site-clock.ts'
import { DASHBOARD_TEXTS } from '../texts/reads/dashboard.ts'
import { heatDates, heatGrid, heatNames } from './heat.ts'
import type { FigureLink } from './FigureTable.tsx'
import { HeatTable } from './HeatTable.tsx'
import type { ColorScheme } from './palette.ts'

interface HeatmapTableProps {
  title: string
  heatmap: Heatmap
  site: SiteClock
  scheme: ColorScheme
  /** The link to the reads of an hour, which begins at this reading of the site's clocks. */
  linkOf?: ((wall: string) => FigureLink) | undefined
}

/** Reads by day of the week and hour. */
export function HeatmapTable({ title, heatmap, site, scheme, linkOf }: HeatmapTableProps) {
  const { day, hourOf, tableOf } = DASHBOARD_TEXTS.charts
  const grid = heatGrid(heatmap, site)
  const dates = heatDates(heatmap.at, site)
  const wayOf =
    linkOf &&
    ((row: number, hr: number) => {
      const date = dates[row] ?? ''
      const hour = String(hr).padStart(2, '0')
      const [year, month, day] = date.split('-')
      return { when: hourOf(`${day}/${month}/${year}`, hour), ...linkOf(`${date}T${hour}:00`) }
    })
  return (
    <HeatTable
      label={tableOf(title)}
      corner={day}
      names={heatNames(grid)}
      grid={grid}
      scheme={scheme}
      linkOf={wayOf}
    />
  )
}
