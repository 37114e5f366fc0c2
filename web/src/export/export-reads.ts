import type { LogsResponse } from '@vehicle-control/protocol'
import type { ApiClient } from '../api/http/client.ts'
import { type ReadSearch, searchReads } from '../api/reads/search-reads.ts'
import type { TimeSpan } from '../api/reads/time-span.ts'

/** The state of an export that runs. */
export interface ExportProgress {
  readonly rows: number
  /** Null until the answer tells it; one above `COUNTED_READS_MAX` where there are more. */
  readonly total: number | null
}

// No text of an answer can hold these: quotes are escaped there.
const ROW_MARK = '"uid":'
const TOTAL = /"total":(\d+)[,}]/
/** Characters of `TOTAL`, at the most: it may lie across the end of a piece. */
const TOTAL_CHARS = 24

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
  const { plate, tag, owner } = search
  if (!onProgress) return searchReads(api, { plate, tag, owner, span, limit, signal })
  let rows = 0
  let total: number | null = null
  let before = ''
  let rest = ''
  const onText = (piece: string) => {
    if (total === null) {
      const text = before + piece
      total = Number(TOTAL.exec(text)?.[1] ?? 0) || null
      before = text.slice(-TOTAL_CHARS)
    }
    const parts = (rest + piece).split(ROW_MARK)
    rows += parts.length - 1
    // A mark may lie across the end of a piece.
    rest = parts.at(-1)?.slice(1 - ROW_MARK.length) ?? ''
    onProgress({ rows, total })
  }
  return searchReads(api, { plate, tag, owner, span, limit, signal, onText })
}
