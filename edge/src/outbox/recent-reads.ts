import type { RecentRead } from '../entry.ts'
import type { Sqlite } from './log-file.ts'

interface Row {
  kind: string
  mono: number
  boot: string
  data: string
  /** 0 when the data is no JSON any more. */
  valid: number
}

/** Reads of a boot since a monotonic time, oldest first. */
export function recentReads(db: Sqlite, boot: string, sinceMono: number): RecentRead[] {
  const rows: RecentRead[] = []
  const newestFirst = db
    .prepare(
      'select kind, mono, boot, data, json_valid(data) as valid from entries order by seq desc',
    )
    .iterate() as IterableIterator<Row>
  for (const row of newestFirst) {
    if (row.boot !== boot) break
    // Only reads come in the order of their time: a repeat's entry carries the repeat's time.
    if (row.kind !== 'read') continue
    if (row.mono < sinceMono) break
    if (row.valid === 1) rows.push({ mono: row.mono, data: row.data })
  }
  return rows.reverse()
}
