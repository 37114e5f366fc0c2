import { LOGS_LIMIT_MAX } from '@vehicle-control/protocol/limits'
import type { ApiClient } from '../../../api/http/client.ts'
import { type ExportProgress, isCut } from '../../../export/count-rows.ts'
import { fetchForExport } from '../../../export/export-reads.ts'
import { exportName } from '../../../export/file-name.ts'
import { readsCsv } from '../../../export/reads-csv.ts'
import { saveFile } from '../../../export/save-file.ts'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import type { Filters } from '../filters/filters.ts'
import { spanOf } from '../filters/range.ts'

interface CsvOptions {
  filters: Filters
  site: SiteClock
  now: number
  signal: AbortSignal
  onProgress: (progress: ExportProgress) => void
}

/** Saves the reads of the filters as CSV; null where there are none. Loaded by the click. */
export async function writeCsv(api: ApiClient, options: CsvOptions) {
  const { filters, site, now, signal, onProgress } = options
  const span = spanOf(filters, site, now)
  const search = { search: filters, span, limit: LOGS_LIMIT_MAX }
  const answer = await fetchForExport(api, { ...search, signal, onProgress })
  const rows = answer.logs.length
  if (rows === 0) return null
  const file = await readsCsv(answer.logs, site, { signal })
  const name = exportName(span, now, site, 'csv')
  saveFile(file, name)
  return { name, rows, isPart: answer.truncated || isCut(rows, answer, LOGS_LIMIT_MAX) }
}
