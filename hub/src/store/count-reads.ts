import { sql } from 'kysely'
import { BUCKET_MS } from './counts.ts'
import type { Db } from './database.ts'
import { type Span, splitSpan } from './spans.ts'

/**
 * How many reads each span has, in their order: whole buckets by the counters, the rest by the time
 * index. One statement, so that a read that comes meanwhile is counted once or not at all.
 */
export async function countReads(db: Db, spans: readonly Span[]): Promise<number[]> {
  const edges = spans.map((span) => {
    const { head, whole, tail } = splitSpan(span, BUCKET_MS)
    return [head.from, whole.from, whole.until, tail.until]
  })
  const { rows } = await sql<{ total: number }>`
    select
      (select coalesce(sum(site_counts.reads), 0) from site_counts
        where bucket >= span.value ->> 1 and bucket < span.value ->> 2)
      + (select count(*) from reads
        where read_at >= span.value ->> 0 and read_at < span.value ->> 1)
      + (select count(*) from reads
        where read_at >= span.value ->> 2 and read_at < span.value ->> 3) as total
    from json_each(${JSON.stringify(edges)}) as span
    order by span.key`.execute(db)
  return rows.map((row) => row.total)
}
