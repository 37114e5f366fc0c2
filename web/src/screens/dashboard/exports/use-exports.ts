import { useEffect, useRef, useState } from 'react'
import { useApp } from '../../../app-parts.ts'
import type { ExportProgress } from '../../../export/count-rows.ts'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import { formatCount } from '../../../site-time/site-time.ts'
import { DASHBOARD_TEXTS } from '../../../texts/reads/dashboard.ts'
import type { Figures } from '../figures/use-figures.ts'
import { type Filters, writeFilters } from '../filters/filters.ts'
import { rangeFault } from '../filters/range.ts'
import type { ReadsFormat } from './write-reads.ts'

const LABELS = DASHBOARD_TEXTS.exports

/** The outcome of the last export. */
export interface ExportNotice {
  isProblem: boolean
  text: string
}

interface ExportsOptions {
  filters: Filters
  site: SiteClock
  figures: Figures
}

/** Runs the four exports; one file of reads at a time. */
export function useExports({ filters, site, figures }: ExportsOptions) {
  const app = useApp()
  const [running, setRunning] = useState<ExportProgress | null>(null)
  const [notice, setNotice] = useState<ExportNotice | null>(null)
  const abort = useRef<AbortController>(null)
  useEffect(() => () => abort.current?.abort(), [])

  const notify = (isProblem: boolean, text: string) => setNotice({ isProblem, text })
  const { data: found, isPlaceholderData, refetch } = figures.reads
  const isFaulty = rangeFault(filters, site) !== null
  const isSeenEmpty = !isPlaceholderData && found?.total === 0
  const fail = (problem: unknown) => {
    // The message on the page sends people to the console.
    // oxlint-disable-next-line no-console
    console.error(problem)
    notify(true, LABELS.failed)
  }

  async function saveReads(format: ReadsFormat, signal: AbortSignal) {
    const { writeReads } = await import('./write-reads.ts')
    const file = await writeReads(app, { format, filters, site, signal, onProgress: setRunning })
    if (!file) return notify(true, LABELS.noData)
    const { name, rows, isPart } = file
    notify(false, isPart ? LABELS.savedPart(name, formatCount(rows)) : LABELS.saved(name))
  }

  const reads = (format: ReadsFormat) => () => {
    if (running) return
    // An empty answer of the last refresh does not mean that there are no reads now.
    if (isFaulty) return notify(true, LABELS.noData)
    const { signal } = (abort.current = new AbortController())
    setNotice(null)
    setRunning({ rows: 0, total: null })
    saveReads(format, signal)
      .catch((problem: unknown) => {
        if (signal.aborted) notify(false, LABELS.cancelled)
        else fail(problem)
      })
      .finally(() => setRunning(null))
  }
  const openReport = () => {
    const address = `/report?${writeFilters(filters, new URLSearchParams())}`
    // In the click itself: later the browser takes it for an unwanted popup.
    if (window.open(address) === null) notify(true, LABELS.popups)
    else setNotice(null)
  }
  const pdf = () => {
    if (isFaulty) return notify(true, LABELS.noData)
    if (!isSeenEmpty) return openReport()
    // As above. The answer comes soon enough after the click that a window may still be opened.
    setNotice(null)
    refetch({ throwOnError: true }).then(
      ({ data }) => (data?.total === 0 ? notify(true, LABELS.noData) : openReport()),
      fail,
    )
  }
  const png = () => {
    const { daily, hourly, heatmap } = figures
    const hasCharts = daily.data ?? hourly.data ?? heatmap.data
    if (isFaulty || !hasCharts) return notify(true, LABELS.noData)
    setNotice(null)
    import('./write-charts.ts')
      .then(({ writeCharts }) => writeCharts(app, { filters, site, figures }))
      .then((name) => notify(false, LABELS.saved(name)))
      .catch(fail)
  }
  return {
    running,
    notice,
    excel: reads('csv'),
    xlsx: reads('xlsx'),
    pdf,
    png,
    cancel: () => abort.current?.abort(),
    dismiss: () => setNotice(null),
  }
}
