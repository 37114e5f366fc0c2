import { Skeleton } from '@mantine/core'
import { useMemo } from 'react'
import { ChartCard } from '../../../charts/ChartCard.tsx'
import { HeatmapTable } from '../../../charts/HeatmapTable.tsx'
import { dayName, dayPoints, hourlyWords, hourPoints } from '../../../charts/points.ts'
import { useChartScheme } from '../../../charts/use-chart-scheme.ts'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import { DASHBOARD_TEXTS } from '../../../texts/dashboard.ts'
import type { Figures } from '../figures/use-figures.ts'
import type { Filters } from '../filters/filters.ts'
import { TopVehicles } from './TopVehicles.tsx'
import { rangeFault } from '../filters/range.ts'
import card from '../../../charts/chart-card.module.css'
import classes from './figure-charts.module.css'

const LABELS = DASHBOARD_TEXTS.dashboard

interface FigureChartsProps {
  figures: Figures
  filters: Filters
  site: SiteClock
}

/** The charts; they count all reads of the site. */
export function FigureCharts({ figures, filters, site }: FigureChartsProps) {
  const { daily, hourly, top, heatmap } = figures
  const fault = rangeFault(filters, site)
  const days = useMemo(() => daily.data && dayPoints(daily.data), [daily.data])
  const hours = useMemo(() => hourly.data && hourPoints(hourly.data.hours), [hourly.data])
  const hourlyProblem = () => (fault === null ? hourly.error && LABELS.none : LABELS.mendRange)
  return (
    <div className={classes.charts}>
      <ChartCard
        title={LABELS.daily}
        kind="days"
        points={daily.isError ? (days ?? []) : days}
        problem={null}
        timeZone={site.timeZone}
        nameOf={dayName}
        nameHead={DASHBOARD_TEXTS.charts.day}
      />
      <ChartCard
        kind="hours"
        points={hours}
        problem={hours ? null : hourlyProblem()}
        timeZone={site.timeZone}
        {...hourlyWords(hourly.data?.unit, site)}
      />
      <TopVehicles query={top} hasRange={fault === null} />
      <HeatmapCard query={heatmap} site={site} />
    </div>
  )
}

function HeatmapCard({ query, site }: { query: Figures['heatmap']; site: SiteClock }) {
  const { data, error } = query
  const scheme = useChartScheme()
  return (
    <section className={card.card} aria-label={LABELS.heatmap}>
      <h2>{LABELS.heatmap}</h2>
      <div className={classes.heat}>
        {data && <HeatmapTable title={LABELS.heatmap} heatmap={data} site={site} scheme={scheme} />}
        {!data && !error && <Skeleton height="100%" animate={false} />}
        {!data && error && <p className={classes.problem}>{LABELS.none}</p>}
      </div>
    </section>
  )
}
