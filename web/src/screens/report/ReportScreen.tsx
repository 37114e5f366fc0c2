import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ScreenTitle } from '../../components/ScreenTitle.tsx'
import { dashboardTexts } from '../../texts/dashboard.ts'
import { readFilters } from '../dashboard/filters/filters.ts'
import { ReportSheet } from './ReportSheet.tsx'
import { useReport } from './use-report.ts'
import classes from './report.module.css'

const labels = dashboardTexts.report

/** A page to print: the dashboard's figures and the reads of a range. */
export function ReportScreen() {
  const [search] = useSearchParams()
  const filters = useMemo(() => readFilters(search), [search])
  const { phase, report, retry } = useReport(filters)
  return (
    <main className={classes.page}>
      <ScreenTitle>{labels.title}</ScreenTitle>
      {phase === 'loading' && <output className={classes.state}>{labels.loading}</output>}
      {phase === 'empty' && (
        <p role="alert" className={classes.state}>
          {dashboardTexts.exports.noData}
        </p>
      )}
      {phase === 'failed' && (
        <div role="alert" className={classes.state}>
          {dashboardTexts.exports.reportFailed}
          <Button variant="default" onClick={retry}>
            {labels.retry}
          </Button>
        </div>
      )}
      {report && <ReportSheet report={report} />}
    </main>
  )
}
