import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../database.ts'
import type { WallPairingTable } from '../schema/people.ts'

export type WallPairingRow = Selectable<WallPairingTable>

/** How many codes wait, of each network that has some. */
export async function countPairings(db: Db, now: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('wall_pairings')
    .select((eb) => ['network', eb.fn.countAll<number>().as('count')])
    .where('expires_at', '>', now)
    .groupBy('network')
    .execute()
  return new Map(rows.map(({ network, count }) => [network, count]))
}

/** Stores a code; false where another browser shows the same one. */
export async function addPairing(
  db: Db,
  pairing: Omit<Insertable<WallPairingTable>, 'wall_id'>,
): Promise<boolean> {
  const row = await db
    .insertInto('wall_pairings')
    .values({ ...pairing, wall_id: null })
    .onConflict((conflict) => conflict.column('code_hash').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The code of whoever has the secret, while it is good. */
export async function findPairing(
  db: Db,
  secretHash: string,
  now: number,
): Promise<WallPairingRow | undefined> {
  return await db
    .selectFrom('wall_pairings')
    .selectAll()
    .where('secret_hash', '=', secretHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** The browser that shows a code, which nobody has taken, and which is still good. */
export async function browserOfCode(
  db: Db,
  codeHash: string,
  now: number,
): Promise<Pick<WallPairingRow, 'device' | 'address'> | undefined> {
  return await db
    .selectFrom('wall_pairings')
    .select(['device', 'address'])
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/**
 * Uses up a code for a screen, whose browser may claim its session until `claimUntil`. Of several
 * callers exactly one gets the row.
 */
export async function takeCode(
  db: Db,
  { codeHash, wallId, now, claimUntil }: TakenCode,
): Promise<WallPairingRow | undefined> {
  return await db
    .updateTable('wall_pairings')
    .set({ code_hash: null, wall_id: wallId, expires_at: claimUntil })
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
}

export interface TakenCode {
  codeHash: string
  wallId: number
  now: number
  claimUntil: number
}

/** Takes the pairing of whoever has the secret, once an admin has chosen a screen for it. */
export async function takeClaim(
  db: Db,
  secretHash: string,
  now: number,
): Promise<{ wall_id: number | null } | undefined> {
  return await db
    .deleteFrom('wall_pairings')
    .where('secret_hash', '=', secretHash)
    .where('wall_id', 'is not', null)
    .where('expires_at', '>', now)
    .returning('wall_id')
    .executeTakeFirst()
}

/** Screens whose browser is about to claim its session, with that browser. */
export async function wallsToClaim(
  db: Db,
  now: number,
): Promise<Map<number, Pick<WallPairingRow, 'device' | 'address'>>> {
  const rows = await db
    .selectFrom('wall_pairings')
    .select(['wall_id', 'device', 'address'])
    .where('wall_id', 'is not', null)
    .where('expires_at', '>', now)
    .execute()
  return new Map(rows.map(({ wall_id, ...browser }) => [wall_id ?? 0, browser]))
}

/** Deletes the pairings of a screen that no browser has claimed yet, but for `except` if given. */
export async function dropClaims(db: Db, wallId: number, except = 0): Promise<void> {
  await db
    .deleteFrom('wall_pairings')
    .where('wall_id', '=', wallId)
    .where('id', '!=', except)
    .execute()
}

/** Deletes the code of a secret, unless an admin has chosen a screen for it. */
export async function dropCode(db: Db, secretHash: string): Promise<void> {
  await db
    .deleteFrom('wall_pairings')
    .where('secret_hash', '=', secretHash)
    .where('wall_id', 'is', null)
    .execute()
}

/** Deletes what has expired. */
export async function deleteExpiredPairings(db: Db, now: number): Promise<void> {
  await db.deleteFrom('wall_pairings').where('expires_at', '<=', now).execute()
}
