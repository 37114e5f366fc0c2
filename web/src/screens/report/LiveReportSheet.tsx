import { LOCATED_COLUMNS } from '../../export/read-columns.ts'
import { formatCount } from '../../site-time/site-time.ts'
import { DASHBOARD_TEXTS } from '../../texts/dashboard.ts'
import { LIVE_CONTROLS_TEXTS } from '../../texts/live-controls.ts'
import type { LiveReport } from './load-live-report.ts'
import { PrintButton } from './PrintButton.tsx'
import { ReportFacts } from './ReportFacts.tsx'
import { ReportRows } from './ReportRows.tsx'
import { usePrinting } from './use-printing.ts'

const FILTERS = LIVE_CONTROLS_TEXTS.filters

/** The reads of the live screen on paper, with what was looked for. */
export function LiveReportSheet({ report }: { report: LiveReport }) {
  const { logs, isCut, span, site, filters } = report
  usePrinting(span, site)
  const agent = logs[0]?.agent_name || filters.agent
  const searched = [
    ...(filters.text ? [`${FILTERS.text}: ${filters.text}`] : []),
    ...(filters.agent ? [`${FILTERS.agent}: ${agent}`] : []),
  ]
  return (
    <>
      <PrintButton />
      <ReportFacts report={report} searched={searched} />
      {isCut && <p>{DASHBOARD_TEXTS.report.overPart}</p>}
      <h2>
        {DASHBOARD_TEXTS.dashboard.reads} ({formatCount(logs.length)})
      </h2>
      <ReportRows report={report} columns={LOCATED_COLUMNS} />
    </>
  )
}
