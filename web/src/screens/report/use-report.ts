import { useCallback, useEffect, useState } from 'react'
import { useApp } from '../../app-parts.ts'
import type { Filters } from '../dashboard/filters/filters.ts'
import { loadReport, type Report } from './load-report.ts'

export type ReportState =
  | { phase: 'loading' | 'failed' | 'empty'; report: null }
  | { phase: 'ready'; report: Report }

/** Loads the report of these filters, and again on request. */
export function useReport(filters: Filters): ReportState & { retry: () => void } {
  const app = useApp()
  const [round, setRound] = useState(0)
  const [state, setState] = useState<ReportState>({ phase: 'loading', report: null })
  useEffect(() => {
    const abort = new AbortController()
    loadReport(app, filters, abort.signal).then(
      (report) => {
        if (!abort.signal.aborted) {
          setState(report ? { phase: 'ready', report } : { phase: 'empty', report })
        }
      },
      () => {
        if (!abort.signal.aborted) setState({ phase: 'failed', report: null })
      },
    )
    return () => abort.abort()
  }, [app, filters, round])
  const retry = useCallback(() => {
    setState({ phase: 'loading', report: null })
    setRound((last) => last + 1)
  }, [])
  return { ...state, retry }
}
