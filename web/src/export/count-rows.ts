import type { LogsResponse } from '@vehicle-control/protocol'

/** The state of an export that runs. */
export interface ExportProgress {
  readonly rows: number
  /** Rows of the whole answer; null until it tells. */
  readonly total: number | null
}

// No text of an answer can hold these: quotes are escaped there.
const ROW_MARK = '"uid":'
const TOTAL = /"total":(\d+),"capped":(true|false)/
/** Characters of `TOTAL`, at the most: it may lie across the end of a piece. */
const TOTAL_CHARS = 48

/**
 * Takes an answer of the logs calls, of `limit` rows at the most, piece by piece, and tells how many
 * of its reads have come.
 */
export function countRows(
  onProgress: (progress: ExportProgress) => void,
  limit: number,
): (piece: string) => void {
  let rows = 0
  let total: number | null = null
  let before = ''
  let rest = ''
  return (piece) => {
    if (total === null) {
      const text = before + piece
      const [, count, capped] = TOTAL.exec(text) ?? []
      if (count) total = capped === 'true' ? limit : Math.min(Number(count), limit)
      before = text.slice(-TOTAL_CHARS)
    }
    const parts = (rest + piece).split(ROW_MARK)
    rows += parts.length - 1
    // A mark may lie across the end of a piece.
    rest = parts.at(-1)?.slice(1 - ROW_MARK.length) ?? ''
    onProgress({ rows, total })
  }
}

/** True where a list that was cut at `limit` lacks reads that fit: `rows` came, of the answer's total. */
export function isCut(
  rows: number,
  { total, capped }: Pick<LogsResponse, 'total' | 'capped'>,
  limit: number,
): boolean {
  // A read that arrives while the hub answers is counted beside a list without it.
  return rows >= limit && (capped || total > rows)
}
