import type { Db } from '../database.ts'

/** Keys of `settings` for the alerts of hubs that were mailed and are not over. */
const MAILED = 'hub_alert:'
const PROBE = 'write_probe'

/** When the first agent or asset was added; null: there is nothing to lose yet. */
export async function oldestOwnData(db: Db): Promise<number | null> {
  const first = (table: 'agents' | 'assets') =>
    db.selectFrom(table).select('created_at').orderBy('id').limit(1).executeTakeFirst()
  const rows = [await first('agents'), await first('assets')]
  const times = rows.flatMap((row) => (row === undefined ? [] : [row.created_at]))
  return times.length === 0 ? null : Math.min(...times)
}

/** The alerts of hubs that were mailed, as they were named. */
export async function mailedHubAlerts(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('settings')
    .select('key')
    .where('key', 'like', `${MAILED}%`)
    .execute()
  // «_» stands for any letter in the pattern.
  return rows.flatMap(({ key }) => (key.startsWith(MAILED) ? [key.slice(MAILED.length)] : []))
}

/** Stores which of them were mailed, and forgets those that are over. */
export async function saveMailedHubAlerts(
  db: Db,
  { begun, over }: { begun: readonly string[]; over: readonly string[] },
): Promise<void> {
  const keys = over.map((name) => MAILED + name)
  if (keys.length > 0) await db.deleteFrom('settings').where('key', 'in', keys).execute()
  if (begun.length === 0) return
  await db
    .insertInto('settings')
    .values(begun.map((name) => ({ key: MAILED + name, value: '' })))
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** Rejects while the database cannot take a write. */
export async function writeProbe(db: Db, now: number): Promise<void> {
  const value = String(now)
  await db
    .insertInto('settings')
    .values({ key: PROBE, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
