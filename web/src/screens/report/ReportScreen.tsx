import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ScreenTitle } from '../../components/ScreenTitle.tsx'
import { DASHBOARD_TEXTS } from '../../texts/dashboard.ts'
import { readFilters } from '../dashboard/filters/filters.ts'
import { ReportSheet } from './ReportSheet.tsx'
import { useReport } from './use-report.ts'
import classes from './report.module.css'

const LABELS = DASHBOARD_TEXTS.report

/** A page to print: the dashboard's figures and the reads of a range. */
export function ReportScreen() {
  const [search] = useSearchParams()
  const filters = useMemo(() => readFilters(search), [search])
  const { phase, report, retry } = useReport(filters)
  return (
    <main className={classes.page}>
      <ScreenTitle>{LABELS.title}</ScreenTitle>
      {phase === 'loading' && <output className={classes.state}>{LABELS.loading}</output>}
      {phase === 'empty' && (
        <p role="alert" className={classes.state}>
          {DASHBOARD_TEXTS.exports.noData}
        </p>
      )}
      {phase === 'failed' && (
        <div role="alert" className={classes.state}>
          {DASHBOARD_TEXTS.exports.reportFailed}
          <Button variant="default" onClick={retry}>
            {LABELS.retry}
          </Button>
        </div>
      )}
      {report && <ReportSheet report={report} />}
    </main>
  )
}
