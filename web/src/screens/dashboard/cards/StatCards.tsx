import { Link } from 'react-router-dom'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import { formatCount } from '../../../site-time/site-time.ts'
import { DASHBOARD_TEXTS } from '../../../texts/reads/dashboard.ts'
import { useDrill } from '../drill/use-drill.ts'
import { cappedCount } from '../figures/capped-count.ts'
import type { Figures } from '../figures/use-figures.ts'
import { type Filters, isSearching, NO_SEARCH } from '../filters/filters.ts'
import { StatCard } from './StatCard.tsx'
import { TrendCard } from './TrendCard.tsx'
import classes from './stat-cards.module.css'

const LABELS = DASHBOARD_TEXTS.dashboard

interface StatCardsProps {
  figures: Figures
  site: SiteClock
  filters: Filters
}

/** Four figures: the reads in range, today's, those of unknown tags, and the trend. */
export function StatCards({ figures, site, filters }: StatCardsProps) {
  const isFiltered = isSearching(filters)
  const { reads } = figures
  const isOfNow = reads.data && !reads.data.capped && !reads.isError && !reads.isPlaceholderData
  // The answers of one refresh are moments apart: where two have the same figure, one is used.
  const all = isOfNow && !isFiltered ? reads.data : undefined
  return (
    <div className={classes.cards}>
      <RangeCard query={figures.reads} isFiltered={isFiltered} />
      <TodayCard
        today={figures.today}
        same={filters.range === 'today' ? all : undefined}
        site={site}
        isSiteWide={isFiltered}
      />
      <UnknownCard query={figures.unknown} isSiteWide={isFiltered} />
      <TrendCard
        query={figures.trend}
        same={filters.range === '24h' ? all?.total : undefined}
        site={site}
        isSiteWide={isFiltered}
      />
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

interface TodayCardProps {
  today: Figures['today']
  /** The range's answer where that is today's. */
  same: Figures['reads']['data']
  site: SiteClock
  isSiteWide: boolean
}

function TodayCard({ today, same, site, isSiteWide }: TodayCardProps) {
  const data = today.data && (same ?? today.data)
  const last = data?.logs[0]
  return (
    <StatCard label={LABELS.today} isLoading={today.isLoading} isSiteWide={isSiteWide}>
      <strong>{data ? formatCount(data.total) : LABELS.none}</strong>
      <span>
        {last && LABELS.lastRead(site.clock(Date.parse(last.read_at)))}
        {data && !last && LABELS.noReads}
      </span>
    </StatCard>
  )
}

interface UnknownCardProps {
  query: Figures['unknown']
  isSiteWide: boolean
}

/** Today's reads of tags that no asset has; a press shows them in the table. */
function UnknownCard({ query, isSiteWide }: UnknownCardProps) {
  const { data, isLoading } = query
  const linkTo = useDrill()
  const count = data ? cappedCount(data) : LABELS.none
  const hasSome = data !== undefined && data.total > 0
  const words = data && !hasSome ? LABELS.unknownNone : LABELS.unknownOpen
  return (
    <StatCard
      label={LABELS.unknown}
      isLoading={isLoading}
      isAlert={hasSome}
      isSiteWide={isSiteWide}
    >
      <strong>{count}</strong>
      <span>{words}</span>
      <Link
        className={classes.cover}
        aria-label={LABELS.unknownCount(count, words)}
        {...linkTo({ ...NO_SEARCH, known: '0', range: 'today' })}
      />
    </StatCard>
  )
}
