import { read, type ReadRow } from '../entries/read.ts'
import { suppressed, type SuppressedRow } from '../entries/suppressed.ts'
import type { Db } from '../store/database.ts'
import { EntryCounters } from '../store/reports/counters.ts'

/** Rows as they are stored, with the id of the asset version and without the asset. */
export type TestRead = Omit<ReadRow, 'asset'>
type TestRepeats = Omit<SuppressedRow, 'asset'>

const NO_WATERMARKS = new Map<number, number>()
const unresolved = <Row extends object>(row: Row) => ({ ...row, asset: null })

export async function insertReads(db: Db, reads: readonly TestRead[]): Promise<void> {
  await read.insert(db, reads.map(unresolved), NO_WATERMARKS)
}

export async function insertSuppressions(db: Db, rows: readonly TestRepeats[]): Promise<void> {
  await suppressed.insert(db, rows.map(unresolved), NO_WATERMARKS)
}

/** Counts entries as one transaction of the ingest does. */
export async function countEntries(
  db: Db,
  reads: readonly TestRead[],
  repeats: readonly TestRepeats[] = [],
): Promise<void> {
  const counters = new EntryCounters()
  for (const row of reads) counters.addRead(row)
  for (const row of repeats) counters.addSuppressed(row)
  await counters.save(db)
}

/** Stores reads and counts them, as the ingest does. */
export async function storeReads(db: Db, reads: readonly TestRead[]): Promise<void> {
  await insertReads(db, reads)
  // As two transactions would: counters are both made and added to.
  const half = Math.ceil(reads.length / 2)
  await countEntries(db, reads.slice(0, half))
  await countEntries(db, reads.slice(half))
}
