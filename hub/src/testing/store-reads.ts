import type { Db } from '../store/database.ts'
import { insertReads, type StoredRead } from '../store/reads/entries.ts'
import { countEntries } from '../store/reports/counters.ts'

/** Stores reads and counts them, as the ingest does. */
export async function storeReads(db: Db, reads: readonly StoredRead[]): Promise<void> {
  await insertReads(db, reads)
  // As two transactions would: counters are both made and added to.
  const half = Math.ceil(reads.length / 2)
  await countEntries(db, reads.slice(0, half), [])
  await countEntries(db, reads.slice(half), [])
}
