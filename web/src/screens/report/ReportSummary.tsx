import { isCut } from '../../export/count-rows.ts'
import { formatCount } from '../../site-time/site-time.ts'
import { DASHBOARD_TEXTS } from '../../texts/dashboard.ts'
import { trendText } from '../dashboard/cards/trend-text.ts'
import { isSearching } from '../dashboard/filters/filters.ts'
import { type Report, REPORT_ROWS_MAX } from './load-report.ts'
import { ReportFacts } from './ReportFacts.tsx'

const LABELS = DASHBOARD_TEXTS.report
const FIGURES = DASHBOARD_TEXTS.dashboard

/** The report's range and filters, and its main figures. */
export function ReportSummary({ report }: { report: Report }) {
  const { logs, repeats, trend, filters } = report
  const { plate, tag, owner } = filters
  const searched = [
    [FIGURES.plate, plate],
    [FIGURES.tag, tag],
    [FIGURES.owner, owner],
  ].flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []))
  const repeated = repeats.filter(Boolean).length
  return (
    <>
      <ReportFacts
        report={report}
        searched={searched}
        more={[
          [LABELS.repeats, formatCount(repeated)],
          [FIGURES.trend, `${formatCount(trend.last)} · ${trendText(trend)}`],
        ]}
      />
      {isCut(logs.length, report, REPORT_ROWS_MAX) && <p>{LABELS.overPart}</p>}
      {report.truncated && <p>{FIGURES.truncated}</p>}
      {isSearching(filters) && <p>{FIGURES.chartsNote}</p>}
    </>
  )
}
