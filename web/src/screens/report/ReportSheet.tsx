import type { DayTotal, HourlyResponse } from '@vehicle-control/protocol'
import { HeatTable } from '../../charts/HeatTable.tsx'
import { dayName, dayPoints, hourlyWords, hourPoints } from '../../charts/points.ts'
import { isCut } from '../../export/count-rows.ts'
import { searchedWords } from '../../export/searched-words.ts'
import type { SiteClock } from '../../site-time/site-clock.ts'
import { formatCount } from '../../site-time/site-time.ts'
import { DASHBOARD_TEXTS } from '../../texts/reads/dashboard.ts'
import { REPORT_TEXTS } from '../../texts/reads/report.ts'
import { isSearching } from '../dashboard/filters/filters.ts'
import { isLongList } from './ListChoice.tsx'
import { type Report, REPORT_ROWS_MAX } from './load-report.ts'
import { PaperFigure } from './PaperFigure.tsx'
import { rangeHeat } from './range-heat.ts'
import { ReportFigures } from './ReportFigures.tsx'
import { ReportHead } from './ReportHead.tsx'
import { ReportList } from './ReportList.tsx'
import { ReportTotals } from './ReportTotals.tsx'
import { usePrinting } from './use-printing.ts'
import classes from './report.module.css'

const FIGURES = DASHBOARD_TEXTS.dashboard
const { day: DAY, tableOf } = DASHBOARD_TEXTS.charts

interface ReportSheetProps {
  report: Report
  /** Without the list of reads. */
  isTotals: boolean
}

/** The dashboard's report once it is loaded; a short one opens the print dialog once. */
export function ReportSheet({ report, isTotals }: ReportSheetProps) {
  const { site, totals, logs, filters } = report
  const isEmpty = logs.length === 0
  usePrinting(report, searchedWords(filters), isEmpty || (!isTotals && isLongList(logs.length)))
  const isFull = isCut(logs.length, report, REPORT_ROWS_MAX)
  const owners = filters.owner ? ownersIn(report) : []
  const [whose] = owners
  const isAsked = owners.length === 1 && whose === filters.owner
  // The head names the owner.
  const others = isAsked ? { ...filters, owner: '' } : filters
  return (
    <>
      <ReportHead
        report={report}
        searched={searchedWords(others)}
        owners={isAsked ? [] : owners}
        whose={isAsked ? whose : undefined}
      />
      <ReportFigures
        report={totals.truncated ? report : { ...report, total: totals.total, capped: false }}
      />
      {isFull && <p className={classes.note}>{REPORT_TEXTS.overPart}</p>}
      {report.truncated && !isFull && <p className={classes.note}>{FIGURES.truncated}</p>}
      {isSearching(filters) && (
        <p className={classes.note}>
          {isSearching(others) ? REPORT_TEXTS.searchedNote : REPORT_TEXTS.ownerNote}
        </p>
      )}
      {totals.truncated && (
        <p className={classes.note}>{REPORT_TEXTS.truncated(site.full(Date.parse(totals.from)))}</p>
      )}
      {isTotals && !isEmpty && (
        <p className={classes.note}>{REPORT_TEXTS.withoutList(formatCount(logs.length))}</p>
      )}
      {isEmpty ? (
        <p role="alert" className={classes.state}>
          {DASHBOARD_TEXTS.exports.noData}
        </p>
      ) : (
        <>
          <RangeCharts report={report} />
          <ReportTotals
            totals={totals}
            logs={isFull || report.truncated ? null : logs}
            isOfOne={owners.length === 1}
            isOfUnknown={filters.known === '0'}
          />
          {!isTotals && <ReportList report={report} isOfUnknown={filters.known === '0'} />}
        </>
      )}
    </>
  )
}

/** Whose reads a report has, those with most vehicles and reads first. */
function ownersIn({ totals, logs }: Report): string[] {
  const named = [...totals.vehicles, ...logs].flatMap(({ owner }) => (owner ? [owner] : []))
  return [...new Set(named)]
}

/** A range of so many days has more hours than paper can show side by side. */
const MANY_DAYS = 10

/**
 * The charts of the report's own reads: one of another period would be taken for the range's.
 */
function RangeCharts({ report: { totals, site } }: { report: Report }) {
  const { days, hourly, cells } = totals
  // Of a single day the other two would say the same once more.
  const isOneDay = days.length === 1
  const isByDayAlone = hourly.unit === 'hour' && days.length >= MANY_DAYS
  const walls = hourly.hours.map(({ hour }) => site.wall(Date.parse(hour)))
  return (
    <div className={classes.charts}>
      {hourly.unit === 'hour' && !isOneDay && (
        <DailyFigure title={REPORT_TEXTS.daily} days={days} isWide={isByDayAlone} />
      )}
      {!isByDayAlone && <HourlyFigure hourly={hourly} site={site} isWide={isOneDay} />}
      {cells.length > 0 && !isOneDay && (
        <section className={classes.part} data-wide>
          <h2>{REPORT_TEXTS.heatmap}</h2>
          <HeatTable
            label={tableOf(REPORT_TEXTS.heatmap)}
            corner={DAY}
            {...rangeHeat(cells, walls)}
            scheme="light"
          />
        </section>
      )}
    </div>
  )
}

interface DailyFigureProps {
  title: string
  days: readonly DayTotal[]
  isWide: boolean
}

function DailyFigure({ days, ...rest }: DailyFigureProps) {
  return <PaperFigure kind="days" points={dayPoints(days)} nameOf={dayName} {...rest} />
}

interface HourlyFigureProps {
  hourly: HourlyResponse
  site: SiteClock
  isWide: boolean
}

function HourlyFigure({ hourly, site, isWide }: HourlyFigureProps) {
  const { unit, hours } = hourly
  return (
    <PaperFigure
      kind={unit === 'day' ? 'days' : 'hours'}
      isWide={isWide}
      points={hourPoints(hours)}
      {...hourlyWords(unit, site)}
    />
  )
}
