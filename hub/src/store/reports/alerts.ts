import type { Alert } from '@vehicle-control/protocol'
import { sql } from 'kysely'
import { insertRows } from '../bulk.ts'
import { type Db, dialectOf } from '../database.ts'
import type { AgentReaderRow } from '../schema/agents.ts'
import type { AlertNoticeRow } from '../schema/reports.ts'
import { settingMadeOnce } from '../settings/settings.ts'

const IDS_AT_ONCE = 1000
const LAST_DIGEST = 'alert_digest_at'

/** Readers whose state is not `open`, or that have a warning. */
export function troubledReaders(db: Db): Promise<AgentReaderRow[]> {
  return db
    .selectFrom('agent_readers')
    .selectAll()
    .where((eb) => eb.or([eb('state', '<>', 'open'), eb('warning', 'is not', null)]))
    .orderBy('reader')
    .execute()
}

/** What an agent lost for one reason. */
export interface LossRow {
  agent_id: number
  reason: string
  /** When the first of these gaps arrived. */
  since: number
  /** Entries of all kinds. */
  lost: number
}

/** Sums up the gaps that arrived since a time, by agent and reason, those that began first first. */
export async function recentLosses(db: Db, since: number): Promise<LossRow[]> {
  const [counts, sum] =
    dialectOf(db) === 'sqlite'
      ? [sql`json_each(gaps.counts) as kind`, sql`total(kind.value)`]
      : [ONE_ROW_A_KIND, sql`coalesce(sum(kind.value::double precision), 0)`]
  const { rows } = await sql<LossRow>`
    select agent_id, reason, min(received_at) as since, ${sum} as lost
    from gaps left join ${counts} on true
    where received_at >= ${since}
    group by agent_id, reason
    order by min(received_at), reason`.execute(db)
  return rows
}

// Postgres refuses half characters, which a device may name a kind by: a slash stands for them.
const ONE_ROW_A_KIND = sql`lateral json_each_text(
  regexp_replace(gaps.counts, '\\\\u[0-9a-f]{4}', '/', 'g')::json) as kind (name, value)`

/** Lists the alerts that were mailed and were not over at the last mail. */
export function alertNotices(db: Db): Promise<AlertNoticeRow[]> {
  return db.selectFrom('alert_notices').selectAll().orderBy('id').execute()
}

export async function insertAlertNotices(
  db: Db,
  alerts: readonly { agentId: number; kind: Alert['kind']; part: string }[],
  toldAt: number,
): Promise<void> {
  const rows = alerts.map(({ agentId, kind, part }) => [agentId, kind, part, toldAt])
  await insertRows(db, 'alert_notices', ['agent_id', 'kind', 'part', 'told_at'], rows)
}

export async function deleteAlertNotices(db: Db, ids: readonly number[]): Promise<void> {
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
    const some = ids.slice(from, from + IDS_AT_ONCE)
    await db.deleteFrom('alert_notices').where('id', 'in', some).execute()
  }
}

/** Claims the next digest for the caller: true for one of all replicas, once in `everyMs`. */
export async function claimDigest(db: Db, now: number, everyMs: number): Promise<boolean> {
  const iso = (ms: number) => new Date(ms).toISOString()
  await settingMadeOnce(db, LAST_DIGEST, iso(0))
  const { numUpdatedRows } = await db
    .updateTable('settings')
    .set({ value: iso(now) })
    .where('key', '=', LAST_DIGEST)
    .where((eb) =>
      // Later than now: from a clock that was ahead and has been set right.
      eb.or([eb('value', '<=', iso(now - everyMs)), eb('value', '>', iso(now + everyMs))]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
