import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { type AppParts, useApp } from '../../app-parts.ts'
import { ScreenTitle } from '../../components/ScreenTitle.tsx'
import { FILE_COLUMNS } from '../../reads/file-columns.ts'
import { DASHBOARD_TEXTS } from '../../texts/reads/dashboard.ts'
import { REPORT_TEXTS } from '../../texts/reads/report.ts'
import { readFilters, writeFilters } from '../dashboard/filters/filters.ts'
import { filterWords } from '../live-rfid/controls/filter-words.ts'
import { readLiveFilters, writeLiveFilters } from '../live-rfid/live-filters.ts'
import { type LiveReport, loadLiveReport } from './load-live-report.ts'
import { loadReport } from './load-report.ts'
import { isOnlyTotals, ListChoice } from './ListChoice.tsx'
import { ReportFigures } from './ReportFigures.tsx'
import { ReportHead } from './ReportHead.tsx'
import { ReportList } from './ReportList.tsx'
import { ReportSheet } from './ReportSheet.tsx'
import { usePrinting } from './use-printing.ts'
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
  // What else the address says of the report loads nothing anew.
  const asked = `${writeFilters(readFilters(search), new URLSearchParams())}`
  const filters = useMemo(() => readFilters(new URLSearchParams(asked)), [asked])
  const { phase, report, retry } = useReport(loadReport, filters)
  return (
    <>
      <ReportTools isReady={report !== null} back={`/dashboard?${asked}`}>
        {report && report.logs.length > 0 && <ListChoice rows={report.logs.length} />}
      </ReportTools>
      <main className={classes.paper}>
        {report ? (
          <ReportSheet report={report} isTotals={isOnlyTotals(search)} />
        ) : (
          <ReportPhase phase={phase} retry={retry} />
        )}
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

type ReportState<R> =
  | { phase: 'loading' | 'failed' | 'empty'; report: null }
  | { phase: 'ready'; report: R }

/** Loads a report; resolves to null where there is none: of no range, or of a live screen without reads. */
type ReportLoader<F, R> = (app: AppParts, filters: F, signal: AbortSignal) => Promise<R | null>

/** Loads the report of these filters, and again on request. */
function useReport<F, R>(
  load: ReportLoader<F, R>,
  filters: F,
): ReportState<R> & { retry: () => void } {
  const app = useApp()
  const [round, setRound] = useState(0)
  const [state, setState] = useState<ReportState<R>>({ phase: 'loading', report: null })
  useEffect(() => {
    const abort = new AbortController()
    load(app, filters, abort.signal).then(
      (report) => {
        if (!abort.signal.aborted) {
          setState(report ? { phase: 'ready', report } : { phase: 'empty', report: null })
        }
      },
      () => {
        if (!abort.signal.aborted) setState({ phase: 'failed', report: null })
      },
    )
    return () => abort.abort()
  }, [app, load, filters, round])
  const retry = useCallback(() => {
    setState({ phase: 'loading', report: null })
    setRound((last) => last + 1)
  }, [])
  return { ...state, retry }
}

const LABELS = REPORT_TEXTS

interface ReportPhaseProps {
  phase: ReportState<unknown>['phase']
  retry: () => void
}

/** The message in place of a report that is not loaded. */
function ReportPhase(props: ReportPhaseProps) {
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

interface ReportToolsProps {
  /** False while there is nothing to print. */
  isReady: boolean
  /** The screen that the report is of, for a window that scripts may not close. */
  back: string
  /** What may be chosen of it. */
  children?: ReactNode
}

/** The buttons of a report, which are not printed. */
function ReportTools({ isReady, back, children }: ReportToolsProps) {
  const navigate = useNavigate()
  const close = () => {
    window.close()
    if (!window.closed) void navigate(back)
  }
  return (
    <div className={`${classes.tools} no-print`}>
      {isReady && (
        <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
          {REPORT_TEXTS.print}
        </Button>
      )}
      <Button variant="white" onClick={close}>
        {REPORT_TEXTS.close}
      </Button>
      {children}
    </div>
  )
}

/** The reads of the live screen on paper, with what was searched for. */
function LiveReportSheet({ report }: { report: LiveReport }) {
  const { logs, isCut, filters } = report
  const agent = filters.agent && (logs[0]?.agent_name || filters.agent)
  // Its dates are the range, which the head has.
  const searched = filterWords({ text: filters.text, agent, from: '', to: '' })
  usePrinting(report, searched)
  return (
    <>
      <ReportHead report={report} searched={searched} />
      <ReportFigures report={report} />
      {isCut && <p className={classes.note}>{REPORT_TEXTS.overPart}</p>}
      <ReportList report={report} columns={FILE_COLUMNS} />
    </>
  )
}
