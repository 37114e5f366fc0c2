import { useRef } from 'react'
import { LazyTimeChart } from '../../../charts/LazyTimeChart.tsx'
import { seriesSummary } from '../../../charts/series-summary.ts'
import type { ChartKind, ChartPoint } from '../../../charts/time-chart.ts'
import { useChartScheme } from '../../../charts/use-chart-scheme.ts'
import { useRoom } from '../../../components/wall/use-room.ts'
import type { SiteTime } from '../../../site-time/site-time.ts'
import { DASHBOARD_TEXTS } from '../../../texts/reads/dashboard.ts'
import { Card } from './Card.tsx'
import classes from './dashboard-wall.module.css'

/** The size of the axes' text, in rem: 21 px at 1080p. */
const TEXT_REM = 0.82

interface WallChartProps {
  title: string
  kind: Exclude<ChartKind, 'spark'>
  query: { dataUpdatedAt: number; isError: boolean }
  /** Undefined until they are known. */
  points: readonly ChartPoint[] | undefined
  site: SiteTime
  nameOf: (point: ChartPoint) => string
  /** The name of the point that still grows. */
  openName: string
  place: string
}

/** A chart as large as its place, with text that is read from afar. */
export function WallChart({
  title,
  kind,
  query,
  points,
  site,
  nameOf,
  openName,
  place,
}: WallChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const { height, remPx } = useRoom(box)
  const scheme = useChartScheme()
  const hasReads = points?.some(({ total }) => total > 0)
  return (
    <Card title={title} query={query} site={site} place={place}>
      <div ref={box} className={classes.drawing}>
        {points && !hasReads && <p className={classes.none}>{DASHBOARD_TEXTS.charts.noReads}</p>}
        {points && hasReads && height > 0 && (
          <LazyTimeChart
            label={`${title}. ${seriesSummary(points, nameOf, openName)}`}
            kind={kind}
            points={points}
            timeZone={site.timeZone}
            scheme={scheme}
            height={height}
            textPx={Math.round(TEXT_REM * remPx)}
          />
        )}
      </div>
    </Card>
  )
}
