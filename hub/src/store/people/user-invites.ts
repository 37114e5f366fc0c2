import type { Selectable } from 'kysely'
import type { Db } from '../database.ts'
import type { UserInviteTable, UserTable } from '../schema/people.ts'

export type UserInviteRow = Selectable<UserInviteTable>

/** Stores an account's invite; an earlier one is void. */
export async function putInvite(db: Db, { user_id, ...invite }: UserInviteRow): Promise<void> {
  await db
    .insertInto('user_invites')
    .values({ user_id, ...invite })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(invite))
    .execute()
}

/** The invite of a token, neither used nor late, and its account where that still waits for it. */
export async function findOpenInvite(
  db: Db,
  tokenHash: string,
  now: number,
): Promise<Pick<UserTable, 'email' | 'name' | 'role'> | undefined> {
  return await db
    .selectFrom('user_invites')
    .innerJoin('users', 'users.id', 'user_invites.user_id')
    .select(['users.email', 'users.name', 'users.role'])
    .where('user_invites.token_hash', '=', tokenHash)
    .where('user_invites.expires_at', '>', now)
    .whereRef('user_invites.role', '=', 'users.role')
    .where('users.disabled_at', 'is', null)
    .where('users.activated_at', 'is', null)
    .executeTakeFirst()
}

/** Uses up a token: of several callers exactly one gets its row, the others undefined. */
export async function takeInvite(
  db: Db,
  tokenHash: string,
  now: number,
): Promise<Pick<UserInviteRow, 'user_id' | 'role'> | undefined> {
  return await db
    .deleteFrom('user_invites')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning(['user_id', 'role'])
    .executeTakeFirst()
}

/** The invites of these accounts, late ones too. */
export async function invitesOf(
  db: Db,
  userIds: readonly number[],
): Promise<Map<number, Pick<UserInviteRow, 'invited_by' | 'expires_at'>>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('user_invites')
    .select(['user_id', 'invited_by', 'expires_at'])
    .where('user_id', 'in', userIds)
    .execute()
  return new Map(rows.map(({ user_id, ...invite }) => [user_id, invite]))
}

/** Makes an account's invite, if it has one, good for another role. */
export async function setInviteRole(
  db: Db,
  userId: number,
  role: UserTable['role'],
): Promise<void> {
  await db.updateTable('user_invites').set({ role }).where('user_id', '=', userId).execute()
}

export async function dropInvite(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('user_invites').where('user_id', '=', userId).execute()
}

/** Deletes every invite, and returns how many there were. */
export async function dropInvites(db: Db): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('user_invites').executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
