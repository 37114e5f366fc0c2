import type { TopVehicle } from '@vehicle-control/protocol'
import { sql } from 'kysely'
import { ASSET_ID } from '../assets/assets.ts'
import { isOneOf } from '../bulk.ts'
import type { Db } from '../database.ts'
import { unmergedAssets } from './counters.ts'
import { type CoverPart, coverOf } from './asset-cover.ts'
import { BUCKET_MS } from './buckets.ts'
import { type Span, splitSpan } from './spans.ts'

export interface AgentCounts {
  reads: number
  suppressed: number
}

/** Sums up each agent's counters, by its id, from the bucket that starts at `from` until now. */
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
    // An edge whose clock is ahead of the hub's may report reads of tomorrow.
    .where('bucket', '<=', now)
    .groupBy('agent_id')
    .execute()
  return new Map(rows.map(({ agent_id, ...counts }) => [agent_id, counts]))
}

/** A read may lie so far outside the time of its version, since clocks differ. */
const SKEW_MS = 600_000

/** Which vehicles to list; `now` is about the time of the newest read. */
export interface TopVehiclesQuery {
  span: Span
  limit: number
  now: number
}

/**
 * Lists the vehicles with the most reads in a span, deleted ones too, each as it was at its last
 * read there. Counts whole buckets by the counters and the deltas that are not merged yet, the rest
 * by the reads, all in one statement.
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
  const byVersion = sql`select asset_id, sum(reads) as total
    from (${sql.join(parts, sql` union all `)}) as counted group by asset_id having sum(reads) > 0`
  const changed = sql`version_of is not null
    and (created_at > ${span.from - SKEW_MS} or deleted_at < ${span.until + SKEW_MS})`
  // Few assets had several versions in the span. Only their sums are added up, together with
  // the top ones of the others: to group all vehicles a second time takes a quarter longer.
  const { rows } = await sql<VersionSum>`
    select ${ASSET_ID} as asset, assets.id as version, assets.plate, assets.name as model,
      assets.owner, sums.total
    from (${byVersion}) as sums inner join assets on assets.id = sums.asset_id
    where assets.type = 'vehicle'
    order by case when ${changed} then 0 else 1 end, sums.total desc, assets.id
    limit ${limit} + (select count(*) from assets where ${changed})`.execute(db)
  return listed(rows, limit)
}

/** The vehicles among versions of assets with most of these reads, as in `topVehicles`. */
export async function vehiclesAmong(
  db: Db,
  totals: ReadonlyMap<number, number>,
  limit: number,
): Promise<TopVehicle[]> {
  const versions = await db
    .selectFrom('assets')
    .select(['assets.id as version', 'plate', 'name as model', 'owner', ASSET_ID.as('asset')])
    .where('type', '=', 'vehicle')
    .where(isOneOf(db, sql.ref('assets.id'), [...totals.keys()]))
    .execute()
  return listed(
    versions.map((one) => ({ ...one, total: totals.get(one.version) ?? 0 })),
    limit,
  )
}

/** The assets of these versions with most reads. */
function listed(versions: readonly VersionSum[], limit: number): TopVehicle[] {
  return sumsByAsset(versions)
    .sort(byTotal)
    .slice(0, limit)
    .map(({ plate, model, owner, total }) => ({ plate, model, owner, total }))
}

/** The reads of one version of an asset. */
interface VersionSum extends TopVehicle {
  asset: number
  version: number
}

/** Adds up the versions of each asset; its newest one says what it was. */
function sumsByAsset(versions: readonly VersionSum[]): VersionSum[] {
  const sums = new Map<number, VersionSum>()
  for (const one of versions) {
    const other = sums.get(one.asset)
    const newest = other && other.version > one.version ? other : one
    sums.set(one.asset, { ...newest, total: one.total + (other?.total ?? 0) })
  }
  return [...sums.values()]
}

function byTotal(a: VersionSum, b: VersionSum): number {
  const [plateA, plateB] = [a.plate ?? '', b.plate ?? '']
  if (a.total !== b.total) return b.total - a.total
  return plateA === plateB ? a.version - b.version : plateA < plateB ? -1 : 1
}
