import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ScreenTitle } from '../../components/ScreenTitle.tsx'
import { DASHBOARD_TEXTS } from '../../texts/dashboard.ts'
import { readFilters } from '../dashboard/filters/filters.ts'
import { readLiveFilters } from '../live-rfid/live-filters.ts'
import { LiveReportSheet } from './LiveReportSheet.tsx'
import { loadLiveReport } from './load-live-report.ts'
import { loadReport } from './load-report.ts'
import { ReportPhase } from './ReportPhase.tsx'
import { ReportSheet } from './ReportSheet.tsx'
import { useReport } from './use-report.ts'
import classes from './report.module.css'

/** A page to print: of the dashboard, with its figures, or of the live screen (`of=live`). */
export function ReportScreen() {
  const [search] = useSearchParams()
  return (
    <main className={classes.page}>
      <ScreenTitle>{DASHBOARD_TEXTS.report.title}</ScreenTitle>
      {search.get('of') === 'live' ? (
        <LiveReport search={search} />
      ) : (
        <DashboardReport search={search} />
      )}
    </main>
  )
}

function DashboardReport({ search }: { search: URLSearchParams }) {
  const filters = useMemo(() => readFilters(search), [search])
  const { phase, report, retry } = useReport(loadReport, filters)
  return report ? <ReportSheet report={report} /> : <ReportPhase phase={phase} retry={retry} />
}

function LiveReport({ search }: { search: URLSearchParams }) {
  const filters = useMemo(() => readLiveFilters(search), [search])
  const { phase, report, retry } = useReport(loadLiveReport, filters)
  return report ? <LiveReportSheet report={report} /> : <ReportPhase phase={phase} retry={retry} />
}
