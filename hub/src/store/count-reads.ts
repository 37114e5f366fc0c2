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
    with span (place, first, whole, part, until) as materialized (
      select key, value ->> 0, value ->> 1, value ->> 2, value ->> 3
      from json_each(${JSON.stringify(edges)})
    )
    select
      (select coalesce(sum(site_counts.reads), 0) from site_counts
        where bucket >= span.whole and bucket < span.part)
      + case when span.first < span.whole then (select count(*) from reads
          where read_at >= span.first and read_at < span.whole) else 0 end
      + case when span.part < span.until then (select count(*) from reads
          where read_at >= span.part and read_at < span.until) else 0 end as total
    from span order by span.place`.execute(db)
  return rows.map((row) => row.total)
}
