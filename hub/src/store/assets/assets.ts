import type { Insertable } from 'kysely'
import type { Db } from '../database.ts'
import type { AssetRow, AssetTable } from '../schema/assets.ts'

export type AssetFields = Pick<
  AssetRow,
  'type' | 'name' | 'plate' | 'rfid_tag' | 'owner' | 'location' | 'photo_url'
>

/** True when any asset was ever stored, deleted ones included. */
export async function hasAssets(db: Db): Promise<boolean> {
  const row = await db.selectFrom('assets').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

/** An asset that is not deleted. */
export async function findAsset(db: Db, id: number): Promise<AssetRow | undefined> {
  return await db
    .selectFrom('assets')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Rejects with an error that `isDuplicate` knows when tag or plate are another live asset's. */
export async function createAsset(db: Db, fields: AssetFields, now: number): Promise<AssetRow> {
  return await db
    .insertInto('assets')
    .values(newRow(fields, now))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Stores several assets in one statement; rejects like `createAsset`. */
export async function createAssets(
  db: Db,
  assets: readonly AssetFields[],
  now: number,
): Promise<void> {
  const rows = assets.map((fields) => newRow(fields, now))
  await db.insertInto('assets').values(rows).execute()
}

function newRow(fields: AssetFields, now: number): Insertable<AssetTable> {
  return { ...fields, created_at: now, updated_at: now, deleted_at: null }
}

/** Rejects like `createAsset`. */
export async function updateAsset(
  db: Db,
  id: number,
  fields: AssetFields,
  now: number,
): Promise<AssetRow> {
  return await db
    .updateTable('assets')
    .set({ ...fields, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Deletes an asset softly: its row stays for the reads that point to it, its tag and plate are
 * free.
 */
export async function deleteAsset(db: Db, id: number, now: number): Promise<void> {
  await db
    .updateTable('assets')
    .set({ deleted_at: now, updated_at: now })
    .where('id', '=', id)
    .execute()
}
