import { formatCount } from '../../site-time/site-time.ts'
import { DASHBOARD_TEXTS } from '../../texts/dashboard.ts'
import { trendText } from '../dashboard/cards/trend-text.ts'
import { cappedCount } from '../dashboard/figures/capped-count.ts'
import { isSearching } from '../dashboard/filters/filters.ts'
import { spanText } from '../dashboard/filters/range.ts'
import type { Report } from './load-report.ts'
import classes from './report.module.css'

const LABELS = DASHBOARD_TEXTS.report
const FIGURES = DASHBOARD_TEXTS.dashboard

/** The report's range and filters, and its main figures. */
export function ReportSummary({ report }: { report: Report }) {
  const { logs, total, repeats, trend, site, span, now, filters } = report
  const { plate, tag, owner } = filters
  const named = [
    [FIGURES.plate, plate],
    [FIGURES.tag, tag],
    [FIGURES.owner, owner],
  ].flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []))
  const repeated = repeats.filter(Boolean).length
  const facts = [
    [LABELS.range, spanText(span, site)],
    [LABELS.zone, site.timeZone],
    [LABELS.made, site.full(now)],
    [LABELS.filters, isSearching(filters) ? named.join(' · ') : LABELS.noFilters],
    [LABELS.reads, LABELS.readsOf(formatCount(logs.length), cappedCount(total))],
    [LABELS.tags, formatCount(new Set(logs.map(({ uid }) => uid)).size)],
    [LABELS.repeats, formatCount(repeated)],
    [FIGURES.trend, `${formatCount(trend.last)} · ${trendText(trend)}`],
  ] as const
  return (
    <>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {total > logs.length && <p>{LABELS.overPart}</p>}
      {report.truncated && <p>{FIGURES.truncated}</p>}
      {isSearching(filters) && <p>{FIGURES.chartsNote}</p>}
    </>
  )
}
