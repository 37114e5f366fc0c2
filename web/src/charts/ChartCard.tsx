import { Box, Button, Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { type ReactNode, useId, useState } from 'react'
import { formatCount } from '../site-time/site-time.ts'
import { DASHBOARD_TEXTS } from '../texts/reads/dashboard.ts'
import { type FigureLink, FigureTable } from './FigureTable.tsx'
import { useNavigate } from 'react-router-dom'
import { WholeSite } from './WholeSite.tsx'
import { LazyTimeChart } from './LazyTimeChart.tsx'
import { chartHeight } from './phone.ts'
import { seriesSummary } from './series-summary.ts'
import type { ChartKind, ChartPoint } from './time-chart.ts'
import { useChartScheme } from './use-chart-scheme.ts'
import classes from './chart-card.module.css'

const TEXTS = DASHBOARD_TEXTS.charts

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
  /** The name of the point whose day or hour is not over. */
  openName?: string
  /** Says that filters do not apply to it. */
  isSiteWide?: boolean
  /** The link to the reads of a point. */
  linkOf?: (point: ChartPoint) => FigureLink
}

/** A chart with its summary in words and its figures as a table, in a place of fixed height. */
export function ChartCard(props: ChartCardProps) {
  const { title, points, problem, nameOf, nameHead, openName, linkOf } = props
  const [isTable, setTable] = useState(false)
  const titleId = useId()
  const latest = points?.toReversed() ?? []
  const hasPoints = points !== undefined && points.length > 0
  const isBlank = points !== undefined && points.every(({ total }) => total === 0)
  return (
    <section className={classes.card} aria-labelledby={titleId}>
      <div className={classes.head}>
        <h2 id={titleId} className="heading">
          {title}
        </h2>
        {props.isSiteWide && <WholeSite />}
        <Button
          variant="default"
          size="compact-sm"
          disabled={!hasPoints}
          aria-label={isTable ? TEXTS.toChartOf(title) : TEXTS.toTableOf(title)}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? TEXTS.toChart : TEXTS.toTable}
        </Button>
      </div>
      <Box pos="relative" className={classes.place} style={{ height: chartHeight() }}>
        {problem !== null && <p className="centred">{problem}</p>}
        {problem === null && !points && <Skeleton height="100%" animate={false} />}
        {problem === null && isBlank && !isTable && (
          <Empty>{hasPoints ? TEXTS.noReads : TEXTS.empty}</Empty>
        )}
        {problem === null && hasPoints && isTable && (
          <FigureTable
            title={title}
            heads={[nameHead, TEXTS.reads]}
            rows={latest.map((point) => [nameOf(point), formatCount(point.total)])}
            links={linkOf && latest.map((point) => linkOf(point))}
          />
        )}
        {problem === null && !isBlank && hasPoints && !isTable && (
          <Drawing {...props} points={points} />
        )}
      </Box>
      <Box component="p" className="note" mih="2.6em" lh={1.3}>
        {hasPoints && !isBlank && seriesSummary(points, nameOf, openName)}
      </Box>
    </section>
  )
}

function Drawing(props: ChartCardProps & { points: readonly ChartPoint[] }) {
  const { title, kind, points, timeZone, nameOf, openName, linkOf } = props
  const scheme = useChartScheme()
  const navigate = useNavigate()
  const onPick = (point: ChartPoint) => {
    const link = linkOf?.(point)
    if (link) void navigate(link.to, { state: link.state })
  }
  const tipOf = (point: ChartPoint) => {
    const total = TEXTS.count(formatCount(point.total), point.total === 1)
    return TEXTS.tip(nameOf(point), total, point.isOpen === true)
  }
  return (
    <LazyTimeChart
      kind={kind}
      label={`${title}. ${seriesSummary(points, nameOf, openName)}`}
      points={points}
      timeZone={timeZone}
      scheme={scheme}
      height={chartHeight()}
      tipOf={tipOf}
      onPick={linkOf && onPick}
    />
  )
}

function Empty({ children }: { children: ReactNode }) {
  return <p className="centred">{children}</p>
}
