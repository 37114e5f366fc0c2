import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { DecisionCount } from '@vehicle-control/protocol'
import { fetchDecisionSummary } from '../../../api/access/decision-summary.ts'
import { useApp } from '../../../app-parts.ts'
import card from '../../../charts/chart-card.module.css'
import { WholeSite } from '../../../charts/WholeSite.tsx'
import { StateMark } from '../../../components/StateMark.tsx'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import { formatCount } from '../../../site-time/site-time.ts'
import { reasonWords } from '../../../texts/access-reasons.ts'
import { DENIALS_TEXTS as TEXTS } from '../../../texts/reads/denials.ts'
import { DASHBOARD_KEY } from '../figures/queries.ts'
import { type Filters, isSearching } from '../filters/filters.ts'
import { rangeFault, spanOf } from '../filters/range.ts'
import classes from './denials.module.css'

interface DenialsProps {
  filters: Filters
  site: SiteClock
}

/**
 * What gates refused in the range, by reason. A site where none decides has no such card, nor has one
 * whose hub does not say it.
 */
export function Denials({ filters, site }: DenialsProps) {
  const { api, serverClock } = useApp()
  const { range, from, to } = filters
  const { data } = useQuery({
    queryKey: [...DASHBOARD_KEY, 'denials', site.timeZone, range, from, to],
    queryFn: ({ signal }) =>
      fetchDecisionSummary(api, spanOf(filters, site, serverClock.now()), signal),
    enabled: rangeFault(filters, site) === null,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })
  if (!data || data.counts.length === 0) return null
  const denied = data.counts.filter(({ verdict }) => verdict === 'deny')
  const total = sumOf(denied)
  const all = sumOf(data.counts)
  return (
    <section className={card.card} aria-label={TEXTS.title}>
      <div className={card.head}>
        <h2 className="heading">{TEXTS.title}</h2>
        {isSearching(filters) && <WholeSite />}
      </div>
      <p>
        <strong className={classes.total}>
          {total === 0 ? (
            <StateMark tone="good">{TEXTS.none}</StateMark>
          ) : (
            <StateMark tone="bad">{formatCount(total)}</StateMark>
          )}
        </strong>{' '}
        <span className="muted">{TEXTS.of(formatCount(all), all === 1)}</span>
      </p>
      {total > 0 && (
        <dl className={classes.reasons} aria-label={TEXTS.byReason}>
          {denied.map(({ reason, total: count }) => (
            <div key={reason}>
              <dt>{reasonWords(reason)}</dt>
              <dd>{formatCount(count)}</dd>
            </div>
          ))}
        </dl>
      )}
      {data.truncated && <p className="note">{TEXTS.truncated}</p>}
    </section>
  )
}

const sumOf = (counts: readonly DecisionCount[]) =>
  counts.reduce((sum, { total }) => sum + total, 0)
