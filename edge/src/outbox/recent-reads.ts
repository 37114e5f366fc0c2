import type { RecentRead } from '../entry.ts'
import type { Sqlite } from './file/outbox-file.ts'

interface Row {
  kind: string
  mono: number
  boot: string
  data: string
  /** 0 when the card has damaged the JSON. */
  valid: number
}

/** Reads of a boot that happened at a monotonic time or later, in the order of their arrival. */
export function recentReads(db: Sqlite, boot: string, sinceMono: number): RecentRead[] {
  const rows: RecentRead[] = []
  const newestFirst = db
    .prepare(
      'select kind, mono, boot, data, json_valid(data) as valid from entries order by seq desc',
    )
    .iterate() as IterableIterator<Row>
  for (const row of newestFirst) {
    if (row.boot !== boot) break
    // Reads and repeats carry their own times, which may be old where a reader kept them. A status
    // is stamped when it is written: everything before it arrived earlier, and so happened earlier.
    if (row.kind === 'status' && row.mono < sinceMono) break
    if (row.kind !== 'read' || row.mono < sinceMono) continue
    if (row.valid === 1) rows.push({ mono: row.mono, data: row.data })
  }
  return rows.reverse()
}
