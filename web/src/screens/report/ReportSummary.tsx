import { formatCount } from '../../site-time/site-time.ts'
import { dashboardTexts } from '../../texts/dashboard.ts'
import { isSearching } from '../dashboard/filters/filters.ts'
import { spanText } from '../dashboard/filters/range.ts'
import { cappedCount } from '../dashboard/figures/capped-count.ts'
import { trendText } from '../dashboard/cards/trend-text.ts'
import type { Report } from './load-report.ts'
import classes from './report.module.css'

const labels = dashboardTexts.report
const { dashboard } = dashboardTexts

/** What the report is about and its main figures. */
export function ReportSummary({ report }: { report: Report }) {
  const { logs, total, repeats, trend, site, span, now, filters } = report
  const { plate, tag, owner } = filters
  const named = [
    [dashboard.plate, plate],
    [dashboard.tag, tag],
    [dashboard.owner, owner],
  ].flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []))
  const repeated = repeats.filter(Boolean).length
  const facts = [
    [labels.range, spanText(span, site)],
    [labels.zone, site.timeZone],
    [labels.made, site.full(now)],
    [labels.filters, isSearching(filters) ? named.join(' · ') : labels.noFilters],
    [labels.reads, labels.readsOf(formatCount(logs.length), cappedCount(total))],
    [labels.tags, formatCount(new Set(logs.map(({ uid }) => uid)).size)],
    [labels.repeats, formatCount(repeated)],
    [dashboard.trend, `${formatCount(trend.last)} · ${trendText(trend)}`],
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
      {total > logs.length && <p>{labels.overPart}</p>}
      {report.truncated && <p>{dashboard.truncated}</p>}
      {isSearching(filters) && <p>{dashboard.chartsNote}</p>}
    </>
  )
}
