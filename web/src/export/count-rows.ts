import type { LogsResponse } from '@vehicle-control/protocol'

/** The progress of a running export. */
export interface ExportProgress {
  readonly rows: number
  /** Rows of the whole answer; null until the answer has said it. */
  readonly total: number | null
}

// No text in an answer can contain these, since quotes in it are escaped.
const ROW_MARK = '"uid":'
const TOTAL = /"total":(\d+),"capped":(true|false)/
/** The most characters that `TOTAL` matches: it may be split between two pieces. */
const TOTAL_CHARS = 48

/**
 * Makes a function that takes an answer of the logs calls piece by piece, at most `limit` rows, and
 * reports how many of its reads have come.
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
    // A mark may be split between two pieces.
    rest = parts.at(-1)?.slice(1 - ROW_MARK.length) ?? ''
    onProgress({ rows, total })
  }
}

/** True where more reads fit than the `rows` that came, since the list was cut at `limit`. */
export function isCut(
  rows: number,
  { total, capped }: Pick<LogsResponse, 'total' | 'capped'>,
  limit: number,
): boolean {
  // Only at the limit: the total may include a read that arrived after the list was read.
  return rows >= limit && (capped || total > rows)
}
