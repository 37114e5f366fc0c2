import { useState } from 'react'
import { HeatmapTable } from '../../charts/HeatmapTable.tsx'
import { dayName, dayPoints, hourlyWords, hourPoints } from '../../charts/points.ts'
import { seriesSummary } from '../../charts/series-summary.ts'
import type { ChartKind, ChartPoint } from '../../charts/time-chart.ts'
import { TimeChart } from '../../charts/TimeChart.tsx'
import { formatCount } from '../../site-time/site-time.ts'
import { DASHBOARD_TEXTS } from '../../texts/dashboard.ts'
import { TopTable } from '../dashboard/charts/TopVehicles.tsx'
import type { Report } from './load-report.ts'
import { PrintButton } from './PrintButton.tsx'
import { ReportRows } from './ReportRows.tsx'
import { ReportSummary } from './ReportSummary.tsx'
import { usePrinting } from './use-printing.ts'
import classes from './report.module.css'

const FIGURES = DASHBOARD_TEXTS.dashboard

/** A report that is all there; it opens the print dialog once. */
export function ReportSheet({ report }: { report: Report }) {
  const { site, span, daily, hourly, top, heatmap } = report
  const [days] = useState(() => dayPoints(daily))
  const [hours] = useState(() => hourPoints(hourly.hours))
  usePrinting(span, site)
  return (
    <>
      <PrintButton />
      <ReportSummary report={report} />
      <Chart
        title={FIGURES.daily}
        kind="days"
        points={days}
        timeZone={site.timeZone}
        nameOf={dayName}
      />
      <Chart
        kind="hours"
        points={hours}
        timeZone={site.timeZone}
        {...hourlyWords(hourly.unit, site)}
      />
      <section className={classes.part}>
        <h2>{FIGURES.top}</h2>
        {top.length > 0 ? <TopTable top={top} /> : <p>{FIGURES.empty}</p>}
      </section>
      <section className={classes.part}>
        <h2>{FIGURES.heatmap}</h2>
        <HeatmapTable title={FIGURES.heatmap} heatmap={heatmap} site={site} scheme="light" />
      </section>
      <h2>
        {FIGURES.reads} ({formatCount(report.logs.length)})
      </h2>
      <ReportRows report={report} />
    </>
  )
}

interface ChartProps {
  title: string
  kind: ChartKind
  points: readonly ChartPoint[]
  timeZone: string
  nameOf: (point: ChartPoint) => string
}

function Chart({ title, kind, points, timeZone, nameOf }: ChartProps) {
  const summary = seriesSummary(points, nameOf)
  return (
    <section className={classes.part}>
      <h2>{title}</h2>
      <TimeChart
        label={`${title}. ${summary}`}
        kind={kind}
        points={points}
        timeZone={timeZone}
        scheme="light"
        height={200}
      />
      <p className={classes.summary}>{summary}</p>
    </section>
  )
}
