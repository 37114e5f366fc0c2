import { useApp } from '../../../app-parts.ts'
import { formatCount } from '../../../site-time/site-time.ts'
import { LIVE_CONTROLS_TEXTS } from '../../../texts/reads/live-controls.ts'
import type { DayWatch } from '../day-watch.ts'
import { type LiveFilters, writeLiveFilters } from '../live-filters.ts'
import type { OutcomeStore } from '../outcome.ts'

const LABELS = LIVE_CONTROLS_TEXTS.exports

interface DayExportsOptions {
  watch: DayWatch
  filters: LiveFilters
  outcome: OutcomeStore
}

/**
 * Writes the stored reads of the filters as a file, one at a time, or opens them to be printed. A file
 * goes on when the controls are folded away; leaving the screen cancels it.
 */
export function useDayExports({ watch, filters, outcome }: DayExportsOptions) {
  const app = useApp()
  const isRunning = () => outcome.get()?.kind === 'running'

  const isRefused = () => {
    if (watch.range.state.get().phase !== 'refused') return false
    outcome.set({ kind: 'problem', text: LABELS.fixRange })
    return true
  }
  async function writeCsv(abort: AbortController): Promise<void> {
    const { signal } = abort
    const cancel = () => abort.abort()
    outcome.set({ kind: 'running', rows: 0, total: null, cancel })
    const { writeDayCsv } = await import('./write-day-csv.ts')
    const onProgress = (rows: number, total: number | null) =>
      outcome.set({ kind: 'running', rows, total, cancel })
    const { timeZone } = watch.siteTime
    const file = await writeDayCsv(app, { timeZone, filters, signal, onProgress })
    if (!file) return outcome.set({ kind: 'problem', text: LABELS.noData })
    const { name, total, isCut } = file
    const text = isCut ? LABELS.savedPart(name, formatCount(total)) : LABELS.saved(name)
    outcome.set({ kind: 'done', text })
  }
  const csv = () => {
    if (isRunning() || isRefused()) return
    const abort = new AbortController()
    writeCsv(abort).catch((problem: unknown) => {
      if (abort.signal.aborted) return outcome.set({ kind: 'done', text: LABELS.cancelled })
      // The message on the page sends people to the console.
      // oxlint-disable-next-line no-console
      console.error(problem)
      outcome.set({ kind: 'problem', text: LABELS.failed })
    })
  }
  const pdf = () => {
    if (isRefused()) return
    const search = writeLiveFilters(filters, new URLSearchParams({ of: 'live' }))
    // In the click itself: later the browser takes it for an unwanted popup.
    const page = window.open(`/report?${search}`)
    if (!isRunning()) outcome.set(page ? null : { kind: 'problem', text: LABELS.popups })
  }
  return { csv, pdf }
}
