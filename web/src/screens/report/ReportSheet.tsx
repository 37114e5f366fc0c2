import { HeatmapTable } from '../../charts/HeatmapTable.tsx'
import { dayName, dayPoints, hourlyWords, hourPoints } from '../../charts/points.ts'
import { isCut } from '../../export/count-rows.ts'
import { searchedWords } from '../../export/searched-words.ts'
import { formatCount } from '../../site-time/site-time.ts'
import { DASHBOARD_TEXTS } from '../../texts/reads/dashboard.ts'
import { REPORT_TEXTS } from '../../texts/reads/report.ts'
import { trendText } from '../dashboard/cards/trend-text.ts'
import { TopTable } from '../dashboard/charts/TopVehicles.tsx'
import { isSearching } from '../dashboard/filters/filters.ts'
import { type Report, REPORT_ROWS_MAX } from './load-report.ts'
import { PaperFigure } from './PaperFigure.tsx'
import { ReportFigures } from './ReportFigures.tsx'
import { ReportHead } from './ReportHead.tsx'
import { ReportRows } from './ReportRows.tsx'
import { usePrinting } from './use-printing.ts'
import classes from './report.module.css'

const FIGURES = DASHBOARD_TEXTS.dashboard

/** The dashboard's report once it is loaded; it opens the print dialog once. */
export function ReportSheet({ report }: { report: Report }) {
  const { site, daily, hourly, top, heatmap, logs, repeats, trend, filters } = report
  const repeated = repeats.filter(Boolean).length
  usePrinting(report)
  return (
    <>
      <ReportHead report={report} searched={searchedWords(filters)} />
      <ReportFigures
        report={report}
        more={[
          [REPORT_TEXTS.repeats, formatCount(repeated)],
          [FIGURES.trend, formatCount(trend.last), trendText(trend)],
        ]}
      />
      {isCut(logs.length, report, REPORT_ROWS_MAX) && (
        <p className={classes.note}>{REPORT_TEXTS.overPart}</p>
      )}
      {report.truncated && <p className={classes.note}>{FIGURES.truncated}</p>}
      {isSearching(filters) && <p className={classes.note}>{REPORT_TEXTS.chartsNote}</p>}
      <div className={classes.charts}>
        <PaperFigure title={FIGURES.daily} kind="days" points={dayPoints(daily)} nameOf={dayName} />
        <PaperFigure
          kind={hourly.unit === 'day' ? 'days' : 'hours'}
          points={hourPoints(hourly.hours)}
          {...hourlyWords(hourly.unit, site)}
        />
        <section className={classes.part}>
          <h2>{FIGURES.heatmap}</h2>
          <HeatmapTable title={FIGURES.heatmap} heatmap={heatmap} site={site} scheme="light" />
        </section>
        <section className={classes.part}>
          <h2>{FIGURES.top}</h2>
          {top.length > 0 ? <TopTable top={top} className={classes.top} /> : <p>{FIGURES.empty}</p>}
        </section>
      </div>
      <h2>
        {FIGURES.reads} ({formatCount(logs.length)})
      </h2>
      <ReportRows report={report} />
    </>
  )
}
