import { LOGS_LIMIT_MAX } from '@vehicle-control/protocol/limits'
import type { AppParts } from '../../../app-parts.ts'
import { exportName } from '../../../export/file-name.ts'
import { readsCsv } from '../../../export/reads-csv.ts'
import { saveFile } from '../../../export/save-file.ts'
import { createSiteClock } from '../../../site-time/site-clock.ts'
import type { LiveFilters } from '../live-filters.ts'
import { fetchStoredReads } from '../stored-reads.ts'

interface DayCsvOptions {
  timeZone: string
  filters: LiveFilters
  signal: AbortSignal
  onProgress: (rows: number, total: number | null) => void
}

/** Saves the stored reads of the filters as CSV; null where there are none. Loaded by the click. */
export async function writeDayCsv(app: AppParts, options: DayCsvOptions) {
  const { timeZone, filters, signal, onProgress } = options
  const site = createSiteClock(timeZone)
  const { logs, span, total, isCut } = await fetchStoredReads(app, {
    filters,
    site,
    limit: LOGS_LIMIT_MAX,
    signal,
    onProgress: ({ rows, total }) => onProgress(rows, total),
  })
  if (logs.length === 0) return null
  const file = await readsCsv(logs, site, { signal })
  const now = app.serverClock.now()
  const name = exportName({ span, now, site, extension: 'csv' })
  saveFile(file, name)
  return { name, total, isCut }
}
