import { sql } from 'kysely'
import { isOneOf, rowsOf } from '../bulk.ts'
import type { Db } from '../database.ts'

/** Stores when sessions were last used, all in one statement. */
export async function noteSessionUse(
  db: Db,
  uses: ReadonlyMap<number, number>,
  now: number,
): Promise<void> {
  if (uses.size === 0) return
  const rows = rowsOf(db, ['id', 'used_at'], [...uses])
  // A stored time in the future comes from a clock that has been set back since: overwrite it.
  await sql`
    update sessions set last_used_at = used.used_at from (${rows}) as used
    where sessions.id = used.id
      and (last_used_at is null or last_used_at < used.used_at or last_used_at > ${now})
  `.execute(db)
}

/**
 * Ids of sessions in force, other than those of kiosks, that the database has no use of since
 * `before`.
 */
export async function findIdleSessions(
  db: Db,
  { before, now }: { before: number; now: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('users.kiosk', '=', 0)
    .where((eb) => eb(eb.fn.coalesce('sessions.last_used_at', 'sessions.created_at'), '<=', before))
    .orderBy('sessions.id')
    .execute()
  return rows.map((row) => row.id)
}

/** Sets times of use later than `after`, from a clock that has been set back since, to `now`. */
export async function clampFutureUse(db: Db, after: number, now: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: now })
    .where('last_used_at', '>', after)
    .execute()
}

/**
 * Ends those of these sessions that were not used since `before`; returns them with their emails.
 */
export async function endIdleSessions(
  db: Db,
  ids: readonly number[],
  { before, now }: { before: number; now: number },
): Promise<{ id: number; email: string }[]> {
  const ended = await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where(isOneOf(db, sql`id`, ids))
    .where('revoked_at', 'is', null)
    .where((eb) => eb(eb.fn.coalesce('last_used_at', 'created_at'), '<=', before))
    .returning(['id', 'user_id'])
    .execute()
  const users = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where(isOneOf(db, sql`id`, [...new Set(ended.map((row) => row.user_id))]))
    .execute()
  const emails = new Map(users.map((user) => [user.id, user.email]))
  return ended.map((row) => ({ id: row.id, email: emails.get(row.user_id) ?? '' }))
}
