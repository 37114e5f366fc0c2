import type { Alert } from '@vehicle-control/protocol'
import { insertRows } from '../bulk.ts'
import type { Db } from '../database.ts'
import type { AlertNoticeRow } from '../schema.ts'

const IDS_AT_ONCE = 1000
const LAST_DIGEST = 'alert_digest_at'

/** Every alert that people were told of and that was not over when they were last told. */
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

/**
 * Whether the caller may send a digest: of all hub processes on this database one may, once in
 * `everyMs`.
 */
export async function claimDigest(db: Db, now: number, everyMs: number): Promise<boolean> {
  const iso = (ms: number) => new Date(ms).toISOString()
  await db
    .insertInto('settings')
    .values({ key: LAST_DIGEST, value: iso(0) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
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
