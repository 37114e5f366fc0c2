import { LIVE_DAY_COLUMNS } from '../../export/read-columns.ts'
import { formatCount } from '../../site-time/site-time.ts'
import { DASHBOARD_TEXTS } from '../../texts/dashboard.ts'
import { LIVE_CONTROLS_TEXTS } from '../../texts/live-controls.ts'
import { cappedCount } from '../dashboard/figures/capped-count.ts'
import { spanText } from '../dashboard/filters/range.ts'
import type { LiveReport } from './load-live-report.ts'
import { PrintButton } from './PrintButton.tsx'
import { ReportRows } from './ReportRows.tsx'
import { usePrinting } from './use-printing.ts'
import classes from './report.module.css'

const LABELS = DASHBOARD_TEXTS.report
const FILTERS = LIVE_CONTROLS_TEXTS.filters

/** The reads of the live screen on paper, with what was looked for. */
export function LiveReportSheet({ report }: { report: LiveReport }) {
  const { logs, fetched, total, span, site, now, filters } = report
  usePrinting(span, site)
  const agent = logs[0]?.agent_name || filters.agent
  const named = [
    ...(filters.text ? [`${FILTERS.text}: ${filters.text}`] : []),
    ...(filters.agent ? [`${FILTERS.agent}: ${agent}`] : []),
  ]
  const facts = [
    [LABELS.range, spanText(span, site)],
    [LABELS.zone, site.timeZone],
    [LABELS.made, site.full(now)],
    [LABELS.filters, named.join(' · ') || LABELS.noFilters],
    [LABELS.reads, LABELS.readsOf(formatCount(logs.length), cappedCount(total))],
    [LABELS.tags, formatCount(new Set(logs.map(({ uid }) => uid)).size)],
  ] as const
  return (
    <>
      <PrintButton />
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {total > fetched && <p>{LABELS.overPart}</p>}
      <h2>
        {DASHBOARD_TEXTS.dashboard.reads} ({formatCount(logs.length)})
      </h2>
      <ReportRows report={report} columns={LIVE_DAY_COLUMNS} />
    </>
  )
}
