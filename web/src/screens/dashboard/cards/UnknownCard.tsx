import { Link } from 'react-router-dom'
import { DASHBOARD_TEXTS } from '../../../texts/reads/dashboard.ts'
import { useDrill } from '../drill/use-drill.ts'
import { cappedCount } from '../figures/capped-count.ts'
import type { Figures } from '../figures/use-figures.ts'
import { NO_SEARCH } from '../filters/filters.ts'
import { StatCard } from './StatCard.tsx'
import classes from './stat-cards.module.css'

const LABELS = DASHBOARD_TEXTS.dashboard

/** Today's reads of tags that no asset has; a press shows them in the table. */
export function UnknownCard({ query }: { query: Figures['unknown'] }) {
  const { data, isLoading } = query
  const linkTo = useDrill()
  const count = data ? cappedCount(data) : LABELS.none
  const hasSome = data !== undefined && data.total > 0
  const words = data && !hasSome ? LABELS.unknownNone : LABELS.unknownOpen
  return (
    <StatCard label={LABELS.unknown} isLoading={isLoading} isAlert={hasSome}>
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
