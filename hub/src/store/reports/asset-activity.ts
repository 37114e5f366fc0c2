import type { OffsetSpan } from '@vehicle-control/protocol/site-offsets'
import { sql } from 'kysely'
import type { Db } from '../database.ts'

const HOUR_MS = 3_600_000

/** The reads of an asset at one agent in one hour of the clock, of any day. */
export interface HourAtGate {
  code: string
  name: string
  /** 0 to 23. */
  hr: number
  total: number
}

/**
 * Counts the reads of an asset in some spans by agent and hour of the site's clocks, deleted agents
 * too. By the index of (asset, time), so that its cost is that of the asset's own reads.
 */
export async function hoursAtGates(
  db: Db,
  assetId: number,
  spans: readonly OffsetSpan[],
): Promise<HourAtGate[]> {
  if (spans.length === 0) return []
  const parts = spans.map(
    ({ from, until, offsetMs }) => sql`
      select agent_id, (read_at + ${sql.lit(offsetMs)}) / ${sql.lit(HOUR_MS)} % 24 as hr from reads
      where asset_id = ${assetId} and read_at >= ${from} and read_at < ${until}`,
  )
  const { rows } = await sql<HourAtGate>`
    select agents.code, agents.name, counted.hr, counted.total
    from (
      select agent_id, hr, count(*) as total from (${sql.join(parts, sql` union all `)}) as seen
      group by agent_id, hr
    ) as counted
    inner join agents on agents.id = counted.agent_id`.execute(db)
  return rows
}

/** When an asset was read first and last, of all reads that are kept; null where there is none. */
export async function firstAndLastRead(
  db: Db,
  assetId: number,
): Promise<{ first: number | null; last: number | null }> {
  // Two questions in one: the index answers each by its end alone.
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select (select min(read_at) from reads where asset_id = ${assetId}) as first,
      (select max(read_at) from reads where asset_id = ${assetId}) as last`.execute(db)
  return rows[0] ?? { first: null, last: null }
}
