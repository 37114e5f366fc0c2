import type { SiteClock } from '../../../site-time/site-clock.ts'
import { formatCount } from '../../../site-time/site-time.ts'
import { DASHBOARD_TEXTS } from '../../../texts/dashboard.ts'
import { cappedCount } from '../figures/capped-count.ts'
import { StatCard } from './StatCard.tsx'
import { TrendCard } from './TrendCard.tsx'
import type { Figures } from '../figures/use-figures.ts'
import classes from './stat-cards.module.css'

const LABELS = DASHBOARD_TEXTS.dashboard

interface StatCardsProps {
  figures: Figures
  site: SiteClock
  isFiltered: boolean
}

/** Three figures: the reads in range, today's, and the trend. */
export function StatCards({ figures, site, isFiltered }: StatCardsProps) {
  return (
    <div className={classes.cards}>
      <RangeCard query={figures.reads} isFiltered={isFiltered} />
      <TodayCard today={figures.today} site={site} />
      <TrendCard query={figures.trend} site={site} />
    </div>
  )
}

function RangeCard({ query, isFiltered }: { query: Figures['reads']; isFiltered: boolean }) {
  return (
    <StatCard label={LABELS.inRange} isLoading={query.isLoading} isOld={query.isPlaceholderData}>
      <strong>{query.data ? cappedCount(query.data) : LABELS.none}</strong>
      <span>{isFiltered && LABELS.filtered}</span>
    </StatCard>
  )
}

function TodayCard({ today, site }: { today: Figures['today']; site: SiteClock }) {
  const last = today.data?.logs[0]
  return (
    <StatCard label={LABELS.today} isLoading={today.isLoading}>
      <strong>{today.data ? formatCount(today.data.total) : LABELS.none}</strong>
      <span>
        {last && LABELS.lastRead(site.clock(Date.parse(last.read_at)))}
        {today.data && !last && LABELS.noReads}
      </span>
    </StatCard>
  )
}
