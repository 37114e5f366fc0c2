import { Button } from '@mantine/core'
import { ScreenTitle } from '../../components/ScreenTitle.tsx'
import { DASHBOARD_TEXTS } from '../../texts/reads/dashboard.ts'
import { REPORT_TEXTS } from '../../texts/reads/report.ts'
import type { ReportState } from './use-report.ts'
import classes from './report.module.css'

const LABELS = REPORT_TEXTS

interface ReportPhaseProps {
  phase: ReportState<unknown>['phase']
  retry: () => void
}

/** The words in the place of a report that is not there. */
export function ReportPhase(props: ReportPhaseProps) {
  return (
    <>
      <ScreenTitle>{LABELS.title}</ScreenTitle>
      <PhaseWords {...props} />
    </>
  )
}

function PhaseWords({ phase, retry }: ReportPhaseProps) {
  switch (phase) {
    case 'loading':
      return <output className={classes.state}>{LABELS.loading}</output>
    case 'empty':
      return (
        <p role="alert" className={classes.state}>
          {DASHBOARD_TEXTS.exports.noData}
        </p>
      )
    case 'failed':
      return (
        <div role="alert" className={classes.state}>
          {LABELS.failed}
          <Button onClick={retry}>{LABELS.retry}</Button>
        </div>
      )
    case 'ready':
      return null
  }
}
