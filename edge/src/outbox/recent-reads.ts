import type { RecentRead } from '../entry.ts'
import type { Sqlite } from './file/log-file.ts'

interface Row {
  kind: string
  mono: number
  boot: string
  data: string
  /** 0 when the data is no JSON any more. */
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
    // Reads and repeats carry their own times, and a reader may have kept them: only a status, which
    // comes every few minutes, says that all before it arrived, so happened, before then.
    if (row.kind === 'status' && row.mono < sinceMono) break
    if (row.kind !== 'read' || row.mono < sinceMono) continue
    if (row.valid === 1) rows.push({ mono: row.mono, data: row.data })
  }
  return rows.reverse()
}
