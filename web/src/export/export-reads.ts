import type { LogsResponse } from '@vehicle-control/protocol'
import type { ApiClient } from '../api/http/client.ts'
import { type ReadSearch, searchReads } from '../api/reads/search-reads.ts'
import type { TimeSpan } from '../api/reads/time-span.ts'
import { countRows, type ExportProgress } from './count-rows.ts'

interface ExportOptions {
  search: ReadSearch
  span: TimeSpan
  limit: number
  signal?: AbortSignal
  onProgress?: (progress: ExportProgress) => void
}

/** Fetches the reads of a span for a file, and reports how many have come. */
export function fetchForExport(api: ApiClient, options: ExportOptions): Promise<LogsResponse> {
  const { search, span, limit, signal, onProgress } = options
  const { plate, tag, owner, known } = search
  const onText = onProgress && countRows(onProgress, limit)
  return searchReads(api, {
    plate,
    tag,
    owner,
    known,
    span,
    limit,
    signal,
    ...(onText && { onText }),
  })
}
