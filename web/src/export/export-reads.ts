import type { LogsResponse } from '@vehicle-control/protocol'
import type { ApiClient } from '../api/client.ts'
import { type ReadSearch, searchReads } from '../api/search-reads.ts'
import type { TimeSpan } from '../api/time-span.ts'

/** Rows of a CSV file at most. */
export const CSV_ROWS_MAX = 20_000

/** How far an export is. */
export interface ExportProgress {
  readonly rows: number
  /** Not known before the answer begins, and 10,001 where there are more than 10,000. */
  readonly total: number | null
}

interface Fetching {
  search: ReadSearch
  span: TimeSpan
  limit: number
  signal?: AbortSignal
  onProgress?: (progress: ExportProgress) => void
}

/** Fetches the reads of a span for a file, telling how many have come. */
export function fetchForExport(api: ApiClient, fetching: Fetching): Promise<LogsResponse> {
  const { search, span, limit, signal, onProgress } = fetching
  const { plate, tag, owner } = search
  if (!onProgress) return searchReads(api, { plate, tag, owner, span, limit, signal })
  let rows = 0
  let total: number | null = null
  let rest = ''
  const onText = (piece: string) => {
    const text = rest + piece
    total ??= Number(/^\{"total":(\d+)/.exec(text)?.[1] ?? Number.NaN) || null
    // Each row has one of these, and none of its texts can: quotes are escaped there.
    rows += text.split(rowMark).length - 1
    rest = text.slice(
      Math.max(text.lastIndexOf(rowMark) + rowMark.length, text.length - rowMark.length + 1),
    )
    onProgress({ rows, total })
  }
  return searchReads(api, { plate, tag, owner, span, limit, signal, onText })
}

const rowMark = '"uid":'
