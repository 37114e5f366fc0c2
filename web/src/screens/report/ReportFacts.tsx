import type { ReadLog } from '@vehicle-control/protocol'
import { formatCount } from '../../site-time/site-time.ts'
import { DASHBOARD_TEXTS } from '../../texts/dashboard.ts'
import { cappedCount } from '../dashboard/figures/capped-count.ts'
import { spanText } from '../dashboard/filters/range.ts'
import type { Report } from './load-report.ts'
import classes from './report.module.css'

const LABELS = DASHBOARD_TEXTS.report

interface ReportFactsProps {
  report: Pick<Report, 'total' | 'capped' | 'span' | 'site' | 'now'> & { logs: readonly ReadLog[] }
  /** What was looked for; empty: all reads. */
  searched: readonly string[]
  /** What only one kind of report has, by its name. */
  more?: readonly (readonly [name: string, value: string])[]
}

/** The head of a report: its range, what was looked for, and how much was found. */
export function ReportFacts({ report, searched, more = [] }: ReportFactsProps) {
  const { logs, span, site, now } = report
  const facts = [
    [LABELS.range, spanText(span, site)],
    [LABELS.zone, site.timeZone],
    [LABELS.made, site.full(now)],
    [LABELS.filters, searched.join(' · ') || LABELS.noFilters],
    [LABELS.reads, LABELS.readsOf(formatCount(logs.length), cappedCount(report))],
    [LABELS.tags, formatCount(new Set(logs.map(({ uid }) => uid)).size)],
    ...more,
  ] as const
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
