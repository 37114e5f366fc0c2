import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { readFilters } from '../dashboard/filters/filters.ts'
import { readLiveFilters, writeLiveFilters } from '../live-rfid/live-filters.ts'
import { LiveReportSheet } from './LiveReportSheet.tsx'
import { loadLiveReport } from './load-live-report.ts'
import { loadReport } from './load-report.ts'
import { ReportPhase } from './ReportPhase.tsx'
import { ReportSheet } from './ReportSheet.tsx'
import { ReportTools } from './ReportTools.tsx'
import { useReport } from './use-report.ts'
import classes from './report.module.css'

/** A page to print: of the dashboard, with its figures, or of the live screen (`of=live`). */
export function ReportScreen() {
  const [search] = useSearchParams()
  return (
    <div className={`${classes.page} on-paper`}>
      {search.get('of') === 'live' ? (
        <LiveReport search={search} />
      ) : (
        <DashboardReport search={search} />
      )}
    </div>
  )
}

function DashboardReport({ search }: { search: URLSearchParams }) {
  const filters = useMemo(() => readFilters(search), [search])
  const { phase, report, retry } = useReport(loadReport, filters)
  return (
    <>
      <ReportTools isReady={report !== null} back={`/dashboard?${search}`} />
      <main className={classes.paper}>
        {report ? <ReportSheet report={report} /> : <ReportPhase phase={phase} retry={retry} />}
      </main>
    </>
  )
}

function LiveReport({ search }: { search: URLSearchParams }) {
  const filters = useMemo(() => readLiveFilters(search), [search])
  const { phase, report, retry } = useReport(loadLiveReport, filters)
  return (
    <>
      <ReportTools
        isReady={report !== null}
        back={`/live-rfid?${writeLiveFilters(filters, new URLSearchParams())}`}
      />
      <main className={classes.paper}>
        {report ? <LiveReportSheet report={report} /> : <ReportPhase phase={phase} retry={retry} />}
      </main>
    </>
  )
}
