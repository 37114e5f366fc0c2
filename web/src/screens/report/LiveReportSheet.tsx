import { LOCATED_COLUMNS } from '../../export/read-columns.ts'
import { formatCount } from '../../site-time/site-time.ts'
import { DASHBOARD_TEXTS } from '../../texts/reads/dashboard.ts'
import { LIVE_CONTROLS_TEXTS } from '../../texts/reads/live-controls.ts'
import { REPORT_TEXTS } from '../../texts/reads/report.ts'
import type { LiveReport } from './load-live-report.ts'
import { ReportFigures } from './ReportFigures.tsx'
import { ReportHead } from './ReportHead.tsx'
import { ReportRows } from './ReportRows.tsx'
import { usePrinting } from './use-printing.ts'
import classes from './report.module.css'

const FILTERS = LIVE_CONTROLS_TEXTS.filters

/** The reads of the live screen on paper, with what was looked for. */
export function LiveReportSheet({ report }: { report: LiveReport }) {
  const { logs, isCut, filters } = report
  usePrinting(report)
  const agent = logs[0]?.agent_name || filters.agent
  const searched = [
    ...(filters.text ? [`${FILTERS.text}: ${filters.text}`] : []),
    ...(filters.agent ? [`${FILTERS.agent}: ${agent}`] : []),
  ]
  return (
    <>
      <ReportHead report={report} searched={searched} />
      <ReportFigures report={report} />
      {isCut && <p className={classes.note}>{REPORT_TEXTS.overPart}</p>}
      <h2>
        {DASHBOARD_TEXTS.dashboard.reads} ({formatCount(logs.length)})
      </h2>
      <ReportRows report={report} columns={LOCATED_COLUMNS} />
    </>
  )
}
