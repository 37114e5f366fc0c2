import { sql } from 'kysely'
import type { Db } from '../database.ts'

/** When each of these accounts was last used, as far as is known: people to the minute. */
export async function lastUses(db: Db, userIds: readonly number[]): Promise<Map<number, number>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .leftJoin('sessions', 'sessions.user_id', 'users.id')
    .leftJoin('walls', 'walls.user_id', 'users.id')
    .select((eb) => [
      'users.id',
      'users.last_used_at',
      'walls.seen_at',
      eb.fn.max(eb.fn.coalesce('sessions.last_used_at', 'sessions.created_at')).as('used_at'),
    ])
    .where('users.id', 'in', userIds)
    .groupBy(['users.id', 'users.last_used_at', 'walls.seen_at'])
    .execute()
  const known = rows.map(
    (row) => [row.id, Math.max(row.last_used_at ?? 0, row.seen_at ?? 0, row.used_at ?? 0)] as const,
  )
  return new Map(known.filter(([, at]) => at > 0))
}

/** Writes what sessions tell of last use to their accounts: ended sessions are about to go. */
export async function keepLastUse(db: Db): Promise<void> {
  await sql`update users set last_used_at = used.at
    from (
      select user_id, max(coalesce(last_used_at, created_at)) as at from sessions group by user_id
    ) as used
    where used.user_id = users.id
      and (users.last_used_at is null or users.last_used_at < used.at)`.execute(db)
}
