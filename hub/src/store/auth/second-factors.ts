import type { Selectable } from 'kysely'
import type { Db } from '../database.ts'
import type { SecondFactorTable } from '../schema/auth.ts'

export type SecondFactorRow = Selectable<SecondFactorTable>

/** An account's factor, one that is only offered too. */
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

/** The factor by which an account logs in. */
export async function secondFactorInForce(
  db: Db,
  userId: number,
): Promise<SecondFactorRow | undefined> {
  const factor = await findSecondFactor(db, userId)
  return factor && factor.confirmed_at !== null ? factor : undefined
}

/** Which of these accounts log in with a code. */
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
 * Stores an offered secret in the place of the one offered before. False, and nothing is stored,
 * where the account has a factor in force.
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

/** Puts an offered factor in force; of several callers exactly one gets true. */
export async function confirmSecondFactor(db: Db, userId: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ confirmed_at: now })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Uses up a step and those before it; of several callers with one step exactly one gets true. */
export async function takeStep(db: Db, userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Notes how many failures count against the account, and since when. */
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

/** Deletes an account's factor with its recovery codes; false where it had none in force. */
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
