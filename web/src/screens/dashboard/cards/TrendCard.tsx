import type { Trend } from '../../../api/reports/read-figures.ts'
import { LazyTimeChart } from '../../../charts/LazyTimeChart.tsx'
import { useChartScheme } from '../../../charts/use-chart-scheme.ts'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import { formatCount } from '../../../site-time/site-time.ts'
import { DASHBOARD_TEXTS } from '../../../texts/reads/dashboard.ts'
import { StatCard } from './StatCard.tsx'
import type { Figures } from '../figures/use-figures.ts'
import { trendText } from './trend-text.ts'
import classes from './stat-cards.module.css'

const LABELS = DASHBOARD_TEXTS.dashboard
const SPARK_HEIGHT = 56

interface TrendCardProps {
  query: Figures['trend']
  /** The range's total where that is of the last 24 hours. */
  same: number | undefined
  site: SiteClock
  isSiteWide: boolean
}

/** The last 24 hours against the 24 before. */
export function TrendCard({ query, same, site, isSiteWide }: TrendCardProps) {
  const data = query.data && { ...query.data, last: same ?? query.data.last }
  return (
    <StatCard label={LABELS.trend} isLoading={query.isLoading} isSiteWide={isSiteWide}>
      <strong>{data ? formatCount(data.last) : LABELS.none}</strong>
      <span>{data && trendText(data)}</span>
      {data && data.last + data.before > 0 && <Sparkline trend={data} site={site} />}
    </StatCard>
  )
}

function Sparkline({ trend, site }: { trend: Trend; site: SiteClock }) {
  const scheme = useChartScheme()
  const points = sparkPoints(trend)
  return (
    <div className={classes.spark}>
      <LazyTimeChart
        kind="spark"
        label={LABELS.sparkline(formatCount(trend.last))}
        points={points}
        timeZone={site.timeZone}
        scheme={scheme}
        height={SPARK_HEIGHT}
      />
    </div>
  )
}

function sparkPoints({ hours }: Trend) {
  return hours.map(({ hour, total }) => ({ at: Date.parse(hour), total }))
}
