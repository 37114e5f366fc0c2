import type { TopVehicle } from '@vehicle-control/protocol'
import { sql } from 'kysely'
import { rowsOf } from '../bulk.ts'
import type { Db } from '../database.ts'
import { ASSET_DAY_MS, ASSET_WEEK_MS, BUCKET_MS } from './counters.ts'
import { type Span, splitSpan } from './spans.ts'

/**
 * Counts the reads of each span, in their order: whole buckets from the counters, the rest by the
 * time index. One statement, so that a read that arrives meanwhile is counted once or not at all.
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

export interface AgentCounts {
  reads: number
  suppressed: number
}

/** Sums each agent's counters from one bucket's start until now, by its id. */
export async function countsSince(
  db: Db,
  from: number,
  now: number,
): Promise<Map<number, AgentCounts>> {
  const rows = await db
    .selectFrom('read_counts')
    .select(['agent_id'])
    .select((eb) => eb.fn.sum<number>('reads').as('reads'))
    .select((eb) => eb.fn.sum<number>('suppressed').as('suppressed'))
    .where('bucket', '>=', from)
    // An edge's clock may be ahead of the hub's, and past midnight.
    .where('bucket', '<=', now)
    .groupBy('agent_id')
    .execute()
  return new Map(rows.map(({ agent_id, ...counts }) => [agent_id, counts]))
}

/**
 * Lists the vehicles with the most reads in a span, deleted ones too. Whole weeks and days of UTC
 * and whole buckets come from the counters, the rest from the reads, all in one statement.
 */
export async function topVehicles(db: Db, span: Span, limit: number): Promise<TopVehicle[]> {
  const days = splitSpan(span, ASSET_DAY_MS)
  const weeks = splitSpan(days.whole, ASSET_WEEK_MS)
  const head = splitSpan(days.head, BUCKET_MS)
  const tail = splitSpan(days.tail, BUCKET_MS)
  const counted = (
    table: 'asset_counts' | 'asset_days' | 'asset_weeks',
    time: string,
    { from, until }: Span,
  ) =>
    sql`select asset_id, reads from ${sql.table(table)}
      where ${sql.ref(time)} >= ${from} and ${sql.ref(time)} < ${until}`
  const single = ({ from, until }: Span) =>
    sql`select asset_id, 1 from reads
      where read_at >= ${from} and read_at < ${until} and asset_id is not null`
  const parts = [
    counted('asset_weeks', 'week', weeks.whole),
    counted('asset_days', 'day', weeks.head),
    counted('asset_days', 'day', weeks.tail),
    counted('asset_counts', 'bucket', head.whole),
    counted('asset_counts', 'bucket', tail.whole),
    ...[head.head, head.tail, tail.head, tail.tail].map(single),
  ]
  const { rows } = await sql<TopVehicle>`
    select assets.plate, assets.name as model, assets.owner, sums.total
    from (
      select asset_id, sum(reads) as total from (${sql.join(parts, sql` union all `)}) as counted
      group by asset_id
    ) as sums
    inner join assets on assets.id = sums.asset_id
    where assets.type = 'vehicle'
    order by sums.total desc, coalesce(assets.plate, ''), assets.id
    limit ${limit}`.execute(db)
  return rows
}
