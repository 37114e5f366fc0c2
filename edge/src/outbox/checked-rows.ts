import type { OutboxRow } from '../entry.ts'
import type { Sqlite } from './file/outbox-file.ts'

/**
 * Rows of a range of seqs one by one, at most `limit`: a batch that two wide rows fill reads no
 * more than those from the card. Data that is not valid JSON comes as `{damaged}`.
 */
export function* checkedRows(
  db: Sqlite,
  from: number,
  to: number,
  limit: number,
): Generator<OutboxRow, void> {
  const rows = db
    .prepare(
      `select seq, kind, at, mono, boot, clock, data, json_valid(data) as valid from entries
       where seq between ? and ? order by seq limit ?`,
    )
    .iterate(from, to, limit) as IterableIterator<OutboxRow & { valid: number }>
  for (const row of rows) {
    // A bit that flipped on the card would make a frame that the hub cannot parse.
    if (row.valid === 0) row.data = JSON.stringify({ damaged: row.data.slice(0, 1000) })
    yield row
  }
}
