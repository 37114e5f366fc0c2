import { sql } from 'kysely'
import { rowsOf } from '../bulk.ts'
import { BUCKET_MS } from './counts.ts'
import type { Db } from '../database.ts'
import { type Span, splitSpan } from './spans.ts'

/**
 * How many reads each span has, in their order: whole buckets by the counters, the rest by the time
 * index. One statement, so that a read that comes meanwhile is counted once or not at all.
 */
export async function countReads(db: Db, spans: readonly Span[]): Promise<number[]> {
  if (spans.length === 0) return []
  const edges = spans.map((span, place) => {
    const { head, whole, tail } = splitSpan(span, BUCKET_MS)
    return [place, head.from, whole.from, whole.until, tail.until]
  })
  const { rows } = await sql<{ total: number }>`
    with span as materialized (
      ${rowsOf(db, ['place', 'first', 'whole', 'part', 'until'], edges)}
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
