import { COUNTED_READS_MAX } from '@vehicle-control/protocol'
import type { OffsetSpan } from '@vehicle-control/protocol/site-offsets'
import { sql } from 'kysely'
import { isOneOf, rowsOf } from '../bulk.ts'
import type { Db } from '../database.ts'
import type { AssetRow } from '../schema/assets.ts'

const HOUR_MS = 3_600_000

/** The number of reads of an asset at one agent in one hour of the day, over all days. */
export interface AgentHourReads {
  code: string
  name: string
  /** 0 to 23. */
  hr: number
  total: number
}

/**
 * Counts the reads of an asset's versions in some spans by agent, deleted ones too, and by hour of
 * the site's clock. Uses the index of (asset, time): the cost grows only with the asset's own
 * reads.
 */
export async function readsByAgentAndHour(
  db: Db,
  versions: readonly number[],
  spans: readonly OffsetSpan[],
): Promise<AgentHourReads[]> {
  if (spans.length === 0) return []
  const parts = spans.map(
    ({ from, until, offsetMs }) => sql`
      select agent_id, (read_at + ${sql.lit(offsetMs)}) / ${sql.lit(HOUR_MS)} % 24 as hr from reads
      where ${isOneOf(db, sql.ref('asset_id'), versions)}
        and read_at >= ${from} and read_at < ${until}`,
  )
  const { rows } = await sql<AgentHourReads>`
    select agents.code, agents.name, counted.hr, counted.total
    from (
      select agent_id, hr, count(*) as total from (${sql.join(parts, sql` union all `)}) as seen
      group by agent_id, hr
    ) as counted
    inner join agents on agents.id = counted.agent_id`.execute(db)
  return rows
}

/** When a version was read first and last, in milliseconds; of the reads that are still kept. */
export interface VersionReads {
  id: number
  first: number
  last: number
}

/** When the versions of an asset were read; versions without reads are left out. */
export async function readsOfVersions(
  db: Db,
  versions: readonly number[],
): Promise<VersionReads[]> {
  const ids = versions.map((id) => [id])
  // Two subqueries, since each takes only one entry of the index.
  const { rows } = await sql<VersionReads>`
    select * from (
      select version.id,
        (select min(read_at) from reads where asset_id = version.id) as first,
        (select max(read_at) from reads where asset_id = version.id) as last
      from (${rowsOf(db, ['id'], ids)}) as version
    ) as seen where first is not null`.execute(db)
  return rows
}

/** Reads of an asset's tags from before the asset, or any other, had them. */
export interface ReadsBefore {
  /** Newest first. */
  ids: number[]
  total: number
  /** There may be more: only the newest 10,000 reads of a tag were searched. */
  capped: boolean
}

/** Finds the reads of each tag of an asset from before its first version with that tag. */
export async function readsBefore(
  db: Db,
  versions: readonly Pick<AssetRow, 'rfid_tag' | 'created_at'>[],
  limit: number,
): Promise<ReadsBefore> {
  const began = new Map<string, number>()
  for (const { rfid_tag, created_at } of versions) {
    began.set(rfid_tag, Math.min(created_at, began.get(rfid_tag) ?? created_at))
  }
  const found: { id: number; at: number }[] = []
  let [total, capped] = [0, false]
  for (const [tag, until] of began) {
    // Limited, since another asset may have had the tag before, with millions of reads.
    const ofTag = sql`(select id, read_at, asset_id from reads
      where uid = ${tag} and read_at < ${until}
      order by read_at desc limit ${COUNTED_READS_MAX}) as of_tag`
    const { rows } = await sql<{ id: number; at: number }>`
      select id, read_at as at from ${ofTag} where asset_id is null limit ${limit}`.execute(db)
    const counted = await sql<{ looked: number; unknown: number }>`
      select count(*) as looked, count(*) - count(asset_id) as unknown from ${ofTag}`.execute(db)
    const { looked = 0, unknown = 0 } = counted.rows[0] ?? {}
    capped ||= looked === COUNTED_READS_MAX
    total += unknown
    found.push(...rows)
  }
  const newest = found.toSorted((a, b) => b.at - a.at || b.id - a.id).slice(0, limit)
  return { ids: newest.map(({ id }) => id), total, capped }
}
