import type { TopVehicle } from '@vehicle-control/protocol'
import { sql } from 'kysely'
import type { Db } from '../database.ts'
import { unmergedAssets } from './asset-counts.ts'
import { type CoverPart, coverOf } from './asset-cover.ts'
import { BUCKET_MS } from './buckets.ts'
import { type Span, splitSpan } from './spans.ts'

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

/** The vehicles to list; `now` is about the newest read's time. */
export interface TopVehiclesQuery {
  span: Span
  limit: number
  now: number
}

/**
 * Lists the vehicles with the most reads in a span, deleted ones too. Whole buckets come from the
 * counters and from what is not merged into them yet, the rest from the reads, all in one statement.
 */
export async function topVehicles(
  db: Db,
  { span, limit, now }: TopVehiclesQuery,
): Promise<TopVehicle[]> {
  const { head, whole, tail } = splitSpan(span, BUCKET_MS)
  const counted = ({ table, time, from, until, sign }: CoverPart) =>
    sql`select asset_id, ${sql.lit(sign)} * reads from ${sql.table(table)}
      where ${sql.ref(time)} >= ${from} and ${sql.ref(time)} < ${until}`
  const single = ({ from, until }: Span) =>
    sql`select asset_id, 1 from reads
      where read_at >= ${from} and read_at < ${until} and asset_id is not null`
  const parts = [
    sql`select asset_id, 1 as reads from (${unmergedAssets(db, whole)}) as unmerged`,
    ...coverOf(whole, now).map(counted),
    ...[head, tail].filter(({ from, until }) => from < until).map(single),
  ]
  const { rows } = await sql<TopVehicle>`
    select assets.plate, assets.name as model, assets.owner, sums.total
    from (
      select asset_id, sum(reads) as total from (${sql.join(parts, sql` union all `)}) as counted
      group by asset_id having sum(reads) > 0
    ) as sums
    inner join assets on assets.id = sums.asset_id
    where assets.type = 'vehicle'
    order by sums.total desc, coalesce(assets.plate, ''), assets.id
    limit ${limit}`.execute(db)
  return rows
}
