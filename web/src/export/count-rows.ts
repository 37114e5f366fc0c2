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

/** Takes an answer of the logs calls piece by piece, and tells how many of its reads have come. */
export function countRows(onProgress: (progress: ExportProgress) => void): (piece: string) => void {
  let rows = 0
  let total: number | null = null
  let before = ''
  let rest = ''
  return (piece) => {
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
}
