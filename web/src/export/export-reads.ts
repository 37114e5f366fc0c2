import type { LogsResponse } from '@vehicle-control/protocol'
import type { ApiClient } from '../api/http/client.ts'
import { type ReadSearch, searchReads } from '../api/reads/search-reads.ts'
import type { TimeSpan } from '../api/reads/time-span.ts'

/** How far an export is. */
export interface ExportProgress {
  readonly rows: number
  /** Null until the answer tells it; one above `COUNTED_READS_MAX` where there are more. */
  readonly total: number | null
}

const ROW_MARK = '"uid":'
/** The answer's total stands within so many characters of its start. */
const HEAD_LENGTH = 40

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
  let head = ''
  let rest = ''
  const onText = (piece: string) => {
    if (head.length < HEAD_LENGTH) head += piece
    total ??= Number(/^\{"total":(\d+),/.exec(head)?.[1] ?? 0) || null
    // Each row has one of these, and none of its texts can: quotes are escaped there.
    const parts = (rest + piece).split(ROW_MARK)
    rows += parts.length - 1
    // A mark may lie across the end of a piece.
    rest = parts.at(-1)?.slice(1 - ROW_MARK.length) ?? ''
    onProgress({ rows, total })
  }
  return searchReads(api, { plate, tag, owner, span, limit, signal, onText })
}
