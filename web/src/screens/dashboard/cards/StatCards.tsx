import { COUNTED_READS_MAX } from '@vehicle-control/protocol/limits'
import type { SiteClock } from '../../../site-time/site-clock.ts'
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
      <TodayCard today={figures.today} daily={figures.daily} site={site} />
      <TrendCard query={figures.trend} site={site} />
    </div>
  )
}

function RangeCard({ query, isFiltered }: { query: Figures['reads']; isFiltered: boolean }) {
  const total = query.data?.total
  return (
    <StatCard label={LABELS.inRange} isLoading={query.isLoading} isOld={query.isPlaceholderData}>
      <strong>{total === undefined ? LABELS.none : cappedCount(total)}</strong>
      <span>{isFiltered && LABELS.filtered}</span>
    </StatCard>
  )
}

function TodayCard(props: Pick<Figures, 'today' | 'daily'> & { site: SiteClock }) {
  const { today, daily, site } = props
  const total = today.data?.total
  // The daily figures go on counting where the list's total stops.
  const exact = total !== undefined && total > COUNTED_READS_MAX ? daily.data?.at(-1)?.total : total
  const last = today.data?.logs[0]
  return (
    <StatCard label={LABELS.today} isLoading={today.isLoading}>
      <strong>{total === undefined ? LABELS.none : cappedCount(total, exact)}</strong>
      <span>
        {last && LABELS.lastRead(site.clock(Date.parse(last.read_at)))}
        {today.data && !last && LABELS.noReads}
      </span>
    </StatCard>
  )
}
