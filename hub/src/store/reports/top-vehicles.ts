import type { TopVehicle } from '@vehicle-control/protocol'
import { sql } from 'kysely'
import { ASSET_DAY_MS, ASSET_WEEK_MS, BUCKET_MS } from './counts.ts'
import type { Db } from '../database.ts'
import { type Span, splitSpan } from './spans.ts'

/**
 * The vehicles with the most reads in a span, deleted ones too. Whole weeks and days of UTC and whole
 * buckets come from the counters, the rest from the reads, all in one statement.
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
