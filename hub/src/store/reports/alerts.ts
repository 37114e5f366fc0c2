import type { Alert } from '@vehicle-control/protocol'
import { insertRows } from '../bulk.ts'
import type { Db } from '../database.ts'
import type { AgentReaderRow } from '../schema/agents.ts'
import type { AlertNoticeRow } from '../schema/reports.ts'
import { settingMadeOnce } from '../settings/settings.ts'

const GAPS_MAX = 1000
const IDS_AT_ONCE = 1000
const LAST_DIGEST = 'alert_digest_at'

/** Readers whose state is not `open`. */
export function troubledReaders(db: Db): Promise<AgentReaderRow[]> {
  return db.selectFrom('agent_readers').selectAll().where('state', '<>', 'open').execute()
}

/** Gaps that arrived since a time, newest last; at most 1,000. */
export function recentGaps(
  db: Db,
  since: number,
): Promise<{ agent_id: number; counts: string; reason: string; received_at: number }[]> {
  return db
    .selectFrom('gaps')
    .select(['agent_id', 'counts', 'reason', 'received_at'])
    .where('received_at', '>=', since)
    .orderBy('received_at')
    .limit(GAPS_MAX)
    .execute()
}

/** Lists the alerts that were mailed and were not over at the last mail. */
export function alertNotices(db: Db): Promise<AlertNoticeRow[]> {
  return db.selectFrom('alert_notices').selectAll().orderBy('id').execute()
}

export async function insertAlertNotices(
  db: Db,
  alerts: readonly { agentId: number; kind: Alert['kind']; reader: string }[],
  toldAt: number,
): Promise<void> {
  const rows = alerts.map(({ agentId, kind, reader }) => [agentId, kind, reader, toldAt])
  await insertRows(db, 'alert_notices', ['agent_id', 'kind', 'reader', 'told_at'], rows)
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
