import { Button, Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { type ReactNode, useId, useState } from 'react'
import { formatCount } from '../site-time/site-time.ts'
import { DASHBOARD_TEXTS } from '../texts/dashboard.ts'
import { FigureTable } from './FigureTable.tsx'
import { LazyTimeChart } from './LazyTimeChart.tsx'
import { seriesSummary } from './series-summary.ts'
import type { ChartKind, ChartPoint } from './time-chart.ts'
import { useChartScheme } from './use-chart-scheme.ts'
import classes from './chart-card.module.css'

const HEIGHT = 220

interface ChartCardProps {
  title: string
  kind: Exclude<ChartKind, 'spark'>
  /** Undefined until they are known. */
  points: readonly ChartPoint[] | undefined
  /** The reason why there are none; null where there are. */
  problem: string | null
  timeZone: string
  /** Writes a point's time; `nameHead` is the head of that column in the table. */
  nameOf: (point: ChartPoint) => string
  nameHead: string
}

/** A chart with its summary in words and its figures as a table, in a place of fixed height. */
export function ChartCard(props: ChartCardProps) {
  const { title, points, problem, nameOf, nameHead } = props
  const [isTable, setTable] = useState(false)
  const titleId = useId()
  const hasPoints = points !== undefined && points.length > 0
  return (
    <section className={classes.card} aria-labelledby={titleId}>
      <div className={classes.head}>
        <h2 id={titleId}>{title}</h2>
        <Button
          variant="default"
          size="compact-sm"
          disabled={!hasPoints}
          aria-label={
            isTable
              ? DASHBOARD_TEXTS.charts.toChartOf(title)
              : DASHBOARD_TEXTS.charts.toTableOf(title)
          }
          onClick={() => setTable(!isTable)}
        >
          {isTable ? DASHBOARD_TEXTS.charts.toChart : DASHBOARD_TEXTS.charts.toTable}
        </Button>
      </div>
      <div className={classes.body} style={{ height: HEIGHT }}>
        {problem !== null && <p className={classes.empty}>{problem}</p>}
        {problem === null && !points && <Skeleton height={HEIGHT} animate={false} />}
        {problem === null && points?.length === 0 && <Empty>{DASHBOARD_TEXTS.charts.empty}</Empty>}
        {problem === null && hasPoints && isTable && (
          <FigureTable
            title={title}
            heads={[nameHead, DASHBOARD_TEXTS.charts.reads]}
            rows={points.map((point) => [nameOf(point), formatCount(point.total)])}
          />
        )}
        {problem === null && hasPoints && !isTable && <Drawing {...props} points={points} />}
      </div>
      <p className={classes.summary}>{hasPoints && seriesSummary(points, nameOf)}</p>
    </section>
  )
}

function Drawing(props: ChartCardProps & { points: readonly ChartPoint[] }) {
  const { title, points, nameOf } = props
  const [index, setIndex] = useState<number | null>(null)
  const point = index === null ? undefined : points[index]
  const chart = { kind: props.kind, points, timeZone: props.timeZone, height: HEIGHT }
  const scheme = useChartScheme()
  return (
    <>
      <LazyTimeChart
        {...chart}
        label={`${title}. ${seriesSummary(points, nameOf)}`}
        scheme={scheme}
        onPoint={setIndex}
      />
      {point && (
        <span className={classes.point} aria-hidden>
          {nameOf(point)}: <b>{formatCount(point.total)}</b>
        </span>
      )}
    </>
  )
}

function Empty({ children }: { children: ReactNode }) {
  return <p className={classes.empty}>{children}</p>
}
