import type { Selectable } from 'kysely'
import type { Db } from '../database.ts'
import type { SecondFactorTable } from '../schema/auth.ts'

export type SecondFactorRow = Selectable<SecondFactorTable>

/** An account's factor, also one that is only offered and not confirmed. */
export async function findSecondFactor(
  db: Db,
  userId: number,
): Promise<SecondFactorRow | undefined> {
  return await db
    .selectFrom('second_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** The confirmed factor by which an account logs in; undefined without one. */
export async function secondFactorInForce(
  db: Db,
  userId: number,
): Promise<SecondFactorRow | undefined> {
  const factor = await findSecondFactor(db, userId)
  return factor && factor.confirmed_at !== null ? factor : undefined
}

/** Those of these accounts that log in with a second factor. */
export async function usersWithSecondFactor(
  db: Db,
  userIds: readonly number[],
): Promise<Set<number>> {
  if (userIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', 'in', userIds)
    .where('confirmed_at', 'is not', null)
    .execute()
  return new Set(rows.map((row) => row.user_id))
}

/**
 * Stores an offered secret; one that was offered before is replaced. Returns false and stores
 * nothing where the account has a confirmed factor.
 */
export async function offerSecondFactor(
  db: Db,
  { userId, secret, now }: { userId: number; secret: string; now: number },
): Promise<boolean> {
  const offer = { secret, created_at: now, last_step: null }
  const row = await db
    .insertInto('second_factors')
    .values({ user_id: userId, ...offer, confirmed_at: null, failures: 0, failed_at: null })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet(offer)
        .where('second_factors.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Confirms an offered factor; of several callers exactly one gets true. */
export async function confirmSecondFactor(db: Db, userId: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ confirmed_at: now })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Uses up a 30 s step and all earlier ones; of several callers with one step exactly one gets true.
 */
export async function takeStep(db: Db, userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Stores how many failed codes count against the account, and when the last of them was. */
export async function setFailures(
  db: Db,
  userId: number,
  { failures, failedAt }: { failures: number; failedAt: number },
): Promise<void> {
  await db
    .updateTable('second_factors')
    .set({ failures, failed_at: failedAt })
    .where('user_id', '=', userId)
    .execute()
}

/** Deletes an account's factor and recovery codes; false where it had no confirmed factor. */
export async function deleteSecondFactor(db: Db, userId: number): Promise<boolean> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const row = await db
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst()
  return row !== undefined && row.confirmed_at !== null
}

/** Deletes secrets that were offered before `offeredBefore` and never confirmed. */
export async function deleteStaleOffers(db: Db, offeredBefore: number): Promise<void> {
  await db
    .deleteFrom('second_factors')
    .where('confirmed_at', 'is', null)
    .where('created_at', '<', offeredBefore)
    .execute()
}
