import { sql } from 'kysely'
import { type CellsOf, insertEntries, rowsOf } from '../store/bulk.ts'
import type { Db } from '../store/database.ts'
import { insertWithinHour } from '../store/hourly-rows.ts'
import { byArrival } from '../store/retention.ts'
import { type BadEntry, ENTRY, type EntryRow, type EntrySource } from './entry.ts'
import type { RowKind } from './entry-kind.ts'

/** An entry that cannot be read, set aside under its epoch and seq. */
export interface DeadLetterRow extends EntryRow {
  kind: string
  payload: string
  error: string
}

export function deadLetterOf(entry: BadEntry, source: EntrySource): DeadLetterRow {
  const { seq, kind, data: payload, error } = entry
  const { epochId, agentId, receivedAt } = source
  return { epochId, seq, agentId, receivedAt, kind, payload, error }
}

/** Not a kind that an edge sends: an entry of any kind becomes one when its data does not fit. */
export const deadLetter: RowKind<DeadLetterRow> = {
  metric: 'deadLetters',
  insert: insertDeadLetters,
  retention: (db, { now, before }) => [byArrival(db, 'dead_letters', { now, before })],
}

const DEAD_LETTER: CellsOf<'dead_letters', DeadLetterRow> = {
  ...ENTRY,
  kind: (d) => d.kind,
  payload: (d) => d.payload,
  error: (d) => d.error,
  count: () => 1,
  last_epoch_id: () => null,
  last_seq: () => null,
}

/**
 * Stores entries that cannot be read. Beyond an agent's limit for the hour, those of a kind are
 * only counted, in the last row of the kind: the sum of all `count` is the number of entries.
 */
export async function insertDeadLetters(db: Db, letters: readonly DeadLetterRow[]): Promise<void> {
  const insert = (own: readonly DeadLetterRow[]) =>
    insertEntries(db, 'dead_letters', DEAD_LETTER, own)
  const kindOf = ({ kind }: DeadLetterRow) => kind
  const table = 'dead_letters'
  const added = await insertWithinHour(db, { table, entries: letters, kindOf, insert })
  if (added.length === 0) return
  const columns = ['id', 'n', 'epoch_id', 'seq']
  const grown = added.map(({ rowId, entries }) => {
    const last = entries.at(-1)
    return [rowId, entries.length, last?.epochId ?? null, last?.seq ?? null]
  })
  await sql`update dead_letters set count = dead_letters.count + d.n,
      last_epoch_id = d.epoch_id, last_seq = d.seq
    from (${rowsOf(db, columns, grown)}) as d where dead_letters.id = d.id`.execute(db)
}
