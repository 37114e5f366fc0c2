import { type Db, dialectOf } from '../database.ts'
import { lockAllHubs } from '../postgres/transaction.ts'

export interface NewPasswordReset {
  userId: number
  tokenHash: string
  now: number
  expiresAt: number
}

/** Stores an account's reset token; an earlier one is replaced. */
export async function putPasswordReset(db: Db, reset: NewPasswordReset): Promise<void> {
  const row = {
    token_hash: reset.tokenHash,
    created_at: reset.now,
    expires_at: reset.expiresAt,
  }
  await db
    .insertInto('password_resets')
    .values({ user_id: reset.userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}

/**
 * Does the work of `putPasswordReset` for an address that no account has: as many statements and
 * writes as for a token and its audit entry, so that the time does not show whether the account
 * exists. Overwrites one row.
 */
export async function putDecoyReset(db: Db, { tokenHash }: { tokenHash: string }): Promise<void> {
  const row = { key: 'reset_of_nobody', value: tokenHash }
  const put = db
    .insertInto('settings')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: row.value }))
  await put.execute()
  if (dialectOf(db) === 'postgres') await lockAllHubs(db)
  await db.selectFrom('audit_log').select('hash').orderBy('id', 'desc').limit(1).execute()
  await put.execute()
}

/** True for a token that is neither used nor expired. */
export async function isPasswordResetOpen(
  db: Db,
  tokenHash: string,
  now: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('password_resets')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Uses up a token: of several callers exactly one gets its account's id, the others undefined. */
export async function takePasswordReset(
  db: Db,
  tokenHash: string,
  now: number,
): Promise<number | undefined> {
  const row = await db
    .deleteFrom('password_resets')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id
}

export async function dropPasswordReset(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('password_resets').where('user_id', '=', userId).execute()
}

/** Deletes tokens that have expired. */
export async function deleteExpiredResets(db: Db, now: number): Promise<void> {
  await db.deleteFrom('password_resets').where('expires_at', '<=', now).execute()
}
