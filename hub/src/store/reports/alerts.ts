import type { Alert } from '@vehicle-control/protocol'
import { sql } from 'kysely'
import { insertRows } from '../bulk.ts'
import type { Db } from '../database.ts'
import type { AgentReaderRow } from '../schema/agents.ts'
import type { AlertNoticeRow } from '../schema/reports.ts'
import { getOrCreateSetting } from '../settings/settings.ts'

const IDS_AT_ONCE = 1000
const LAST_DIGEST = 'alert_digest_at'

/** Readers whose state is not `open`, or that have a warning. */
export function readersWithAlert(db: Db): Promise<AgentReaderRow[]> {
  return db
    .selectFrom('agent_readers')
    .selectAll()
    .where((eb) => eb.or([eb('state', '<>', 'open'), eb('warning', 'is not', null)]))
    .orderBy('reader')
    .execute()
}

/** The entries that an agent lost for one reason. */
export interface LossRow {
  agent_id: number
  reason: string
  /** When the first of these gaps arrived. */
  since: number
  /** Entries of all kinds. */
  lost: number
}

/**
 * Sums up the gaps that arrived at `since` or later by agent and reason, ordered by the first
 * arrival. Leaves out deleted agents.
 */
export async function recentLosses(db: Db, since: number): Promise<LossRow[]> {
  const { rows } = await sql<LossRow>`
    select agent_id, reason, min(received_at) as since,
      coalesce(sum(cast(lost as double precision)), 0) as lost
    from gaps join agents on agents.id = gaps.agent_id
    where received_at >= ${since} and agents.deleted_at is null
    group by agent_id, reason
    order by min(received_at), reason`.execute(db)
  return rows
}

/** The number of an agent's dead letters. */
export interface BadEntriesRow {
  agent_id: number
  count: number
  /** When the first of these dead letters arrived. */
  since: number
}

/**
 * Counts the dead letters that arrived at `since` or later, of agents that had more of them in an
 * hour than may have rows of their own. Leaves out deleted agents.
 */
export async function manyBadEntries(db: Db, since: number): Promise<BadEntriesRow[]> {
  const { rows } = await sql<BadEntriesRow>`
    select agent_id, sum(count) as count, min(received_at) as since
    from dead_letters join agents on agents.id = dead_letters.agent_id
    where received_at >= ${since} and agents.deleted_at is null
    group by agent_id having max(count) > 1`.execute(db)
  return rows
}

/** Lists the alerts that were mailed and were not over at the last mail. */
export function alertNotices(db: Db): Promise<AlertNoticeRow[]> {
  return db.selectFrom('alert_notices').selectAll().orderBy('id').execute()
}

export async function insertAlertNotices(
  db: Db,
  alerts: readonly { agentId: number; kind: Alert['kind']; part: string }[],
  notifiedAt: number,
): Promise<void> {
  const rows = alerts.map(({ agentId, kind, part }) => [agentId, kind, part, notifiedAt])
  await insertRows(db, 'alert_notices', ['agent_id', 'kind', 'part', 'told_at'], rows)
}

export async function deleteAlertNotices(db: Db, ids: readonly number[]): Promise<void> {
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
    const some = ids.slice(from, from + IDS_AT_ONCE)
    await db.deleteFrom('alert_notices').where('id', 'in', some).execute()
  }
}

/** Claims the next mail of alerts: true for exactly one of all replicas, once in `everyMs`. */
export async function claimDigest(db: Db, now: number, everyMs: number): Promise<boolean> {
  const iso = (ms: number) => new Date(ms).toISOString()
  await getOrCreateSetting(db, LAST_DIGEST, iso(0))
  const { numUpdatedRows } = await db
    .updateTable('settings')
    .set({ value: iso(now) })
    .where('key', '=', LAST_DIGEST)
    .where((eb) =>
      // A stored time in the future comes from a clock that was ahead and has been set right.
      eb.or([eb('value', '<=', iso(now - everyMs)), eb('value', '>', iso(now + everyMs))]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
