import { useCallback, useEffect, useState } from 'react'
import { type AppParts, useApp } from '../../app-parts.ts'

export type ReportState<R> =
  | { phase: 'loading' | 'failed' | 'empty'; report: null }
  | { phase: 'ready'; report: R }

/** Loads a report; it answers null where there is nothing to report. */
export type ReportLoader<F, R> = (
  app: AppParts,
  filters: F,
  signal: AbortSignal,
) => Promise<R | null>

/** Loads the report of these filters, and again on request. */
export function useReport<F, R>(
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
