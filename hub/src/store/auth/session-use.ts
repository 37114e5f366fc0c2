import { sql } from 'kysely'
import { isOneOf, rowsOf } from '../bulk.ts'
import type { Db } from '../database.ts'

/** Notes when sessions were last used, all in one statement. */
export async function noteSessionUse(
  db: Db,
  uses: ReadonlyMap<number, number>,
  now: number,
): Promise<void> {
  if (uses.size === 0) return
  const rows = rowsOf(db, ['id', 'used_at'], [...uses])
  // A time that is still to come is of a clock that was set back since.
  await sql`
    update sessions set last_used_at = used.used_at from (${rows}) as used
    where sessions.id = used.id
      and (last_used_at is null or last_used_at < used.used_at or last_used_at > ${now})
  `.execute(db)
}

/** Sessions of people in force that were not used since `before`, as far as the database knows. */
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

/** Those whose time of use is still to come, by a clock that was set back since, count as used now. */
export async function mendFutureUse(db: Db, after: number, now: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: now })
    .where('last_used_at', '>', after)
    .execute()
}

/** Ends those of these sessions that were not used since `before`, and tells whose they were. */
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
