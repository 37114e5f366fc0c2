import type { Expression, SqlBool } from 'kysely'
import type { Db } from '../database.ts'
import type { AssetRow, AssetTable } from '../schema.ts'
import { containsText } from '../text-search.ts'

export interface NewAsset {
  type: AssetTable['type']
  name: string
  plate: string | null
  rfidTag: string
  owner: string | null
  location: string | null
}

/** Whether any asset was ever stored, deleted ones included. */
export async function hasAssets(db: Db): Promise<boolean> {
  const row = await db.selectFrom('assets').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

export async function insertAssets(
  db: Db,
  assets: readonly NewAsset[],
  now: number,
): Promise<void> {
  const rows = assets.map((asset) => ({
    type: asset.type,
    name: asset.name,
    plate: asset.plate,
    rfid_tag: asset.rfidTag,
    owner: asset.owner,
    location: asset.location,
    photo_url: null,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  }))
  await db.insertInto('assets').values(rows).execute()
}

/**
 * Ids of the assets whose plate and owner contain these texts, ignoring case and accents; deleted ones too,
 * since their old reads still carry plate and owner.
 */
export async function matchAssets(
  db: Db,
  { plate, owner }: { plate?: string | undefined; owner?: string | undefined },
): Promise<number[]> {
  const rows = await db
    .selectFrom('assets')
    .select('id')
    .where((eb) => {
      const conditions: Expression<SqlBool>[] = []
      if (plate) conditions.push(containsText(['plate'], plate))
      if (owner) conditions.push(containsText(['owner'], owner))
      return eb.and(conditions)
    })
    .execute()
  return rows.map((row) => row.id)
}

/** Every vehicle that is not deleted, by plate. */
export function listVehicleRows(
  db: Db,
): Promise<Pick<AssetRow, 'plate' | 'name' | 'owner' | 'rfid_tag'>[]> {
  return db
    .selectFrom('assets')
    .select(['plate', 'name', 'owner', 'rfid_tag'])
    .where('type', '=', 'vehicle')
    .where('deleted_at', 'is', null)
    .orderBy('plate')
    .execute()
}
