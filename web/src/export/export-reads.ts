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
  /** Takes the text of the answer as it comes. */
  onText?: ((piece: string) => void) | undefined
}

/** Fetches the reads of a span for a file, and reports how many have come. */
export function fetchForExport(api: ApiClient, options: ExportOptions): Promise<LogsResponse> {
  const { search, span, limit, signal, onProgress } = options
  const { plate, tag, owner, known } = search
  const count = onProgress && countRows(onProgress, limit)
  const onText = (piece: string) => {
    count?.(piece)
    options.onText?.(piece)
  }
  return searchReads(api, {
    plate,
    tag,
    owner,
    known,
    span,
    limit,
    signal,
    ...((count || options.onText) && { onText }),
  })
}
