import { WALL_EVERY_DEFAULT_S } from '@vehicle-control/protocol'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '../database.ts'
import type { UserTable, WallTable } from '../schema/people.ts'

/** A wall screen and its account. */
export type WallRow = Selectable<WallTable> &
  Pick<Selectable<UserTable>, 'email' | 'name' | 'created_at'>

/** Adds what the wall screen of a kiosk account shows; it may have it already. */
export async function addWall(
  db: Db,
  wall: Pick<Insertable<WallTable>, 'user_id'> & Partial<Insertable<WallTable>>,
): Promise<void> {
  await db
    .insertInto('walls')
    .values({ screens: '', every_s: WALL_EVERY_DEFAULT_S, ...wall })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
}

/** Wall screens whose account may log in, by name. */
export async function listWalls(db: Db): Promise<WallRow[]> {
  return await inUse(db).orderBy('users.name').orderBy('walls.id').execute()
}

/** A wall screen whose account may log in. */
export async function findWall(db: Db, id: number): Promise<WallRow | undefined> {
  return await inUse(db).where('walls.id', '=', id).executeTakeFirst()
}

/** The wall screen of an account that may log in. */
export async function findWallOf(db: Db, userId: number): Promise<WallRow | undefined> {
  return await inUse(db).where('walls.user_id', '=', userId).executeTakeFirst()
}

function inUse(db: Db) {
  return db
    .selectFrom('walls')
    .innerJoin('users', 'users.id', 'walls.user_id')
    .selectAll('walls')
    .select(['users.email', 'users.name', 'users.created_at'])
    .where('users.kiosk', '=', 1)
    .where('users.disabled_at', 'is', null)
}

export async function changeWall(db: Db, id: number, change: Updateable<WallTable>): Promise<void> {
  await db.updateTable('walls').set(change).where('id', '=', id).execute()
}

/** The newest session in force of each of these accounts, with its browser. */
export async function devicesOf(
  db: Db,
  userIds: readonly number[],
  now: number,
): Promise<Map<number, string | null>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('sessions')
    .select(['user_id', 'device'])
    .where('user_id', 'in', userIds)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('id')
    .execute()
  return new Map(rows.map((row) => [row.user_id, row.device]))
}
