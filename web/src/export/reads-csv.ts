import type { ReadLog } from '@vehicle-control/protocol'
import { BYTE_ORDER_MARK, CSV_FORMAT } from '@vehicle-control/protocol/csv-format'
import Papa from 'papaparse'
import { nextTurn } from '../browser/next-turn.ts'
import { scanOfLog } from '../live/read-list.ts'
import { FILE_COLUMNS, withDecisions } from '../reads/file-columns.ts'
import { findRepeats } from '../reads/repeats.ts'
import type { SiteClock } from '../site-time/site-clock.ts'

/** How many rows are written in one turn; the page stays responsive between turns. */
const ROWS_A_TURN = 4000

/**
 * Reads as a CSV file for Spanish Excel, in the order given (newest first) and in the site's time.
 * Rejects with the signal's reason once it is aborted.
 */
export async function readsCsv(
  reads: readonly ReadLog[],
  site: SiteClock,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Blob> {
  const repeats = findRepeats(reads)
  const columns = withDecisions(FILE_COLUMNS, reads)
  const heads = columns.map(({ fileHead }) => fileHead(site.timeZone))
  const cells = columns.map(({ cell }) => cell)
  const parts = [BYTE_ORDER_MARK + Papa.unparse([heads], CSV_FORMAT)]
  for (let start = 0; start < reads.length; start += ROWS_A_TURN) {
    if (start > 0) await nextTurn()
    signal?.throwIfAborted()
    const rows = reads.slice(start, start + ROWS_A_TURN).map((read, i) => {
      const isRepeat = repeats[start + i] ?? false
      const shown = scanOfLog(read)
      return cells.map((cell) => cell(shown, site, isRepeat) ?? '')
    })
    parts.push(CSV_FORMAT.newline, Papa.unparse(rows, CSV_FORMAT))
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}
