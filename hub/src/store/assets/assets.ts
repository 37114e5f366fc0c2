import { sql } from 'kysely'
import { type Cell, rowsOf } from '../bulk.ts'
import type { Db } from '../database.ts'
import type { AssetRow } from '../schema/assets.ts'

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

/** Stores several assets in one statement, and gives their ids by tag; rejects like `createAsset`. */
export async function createAssets(
  db: Db,
  assets: readonly AssetFields[],
  now: number,
): Promise<Map<string, number>> {
  if (assets.length === 0) return new Map()
  const rows = assets.map((fields) => {
    const row: Record<string, Cell> = newRow(fields, now)
    return COLUMNS.map((column) => row[column] ?? null)
  })
  const names = sql.join(COLUMNS.map((column) => sql.ref(column)))
  const stored = await sql<Pick<AssetRow, 'id' | 'rfid_tag'>>`
    insert into assets (${names}) ${rowsOf(db, COLUMNS, rows)} returning id, rfid_tag`.execute(db)
  return new Map(stored.rows.map(({ id, rfid_tag }) => [rfid_tag, id]))
}

/** The columns of a new row. */
const COLUMNS = Object.keys({
  type: 0,
  name: 0,
  plate: 0,
  rfid_tag: 0,
  owner: 0,
  location: 0,
  photo_url: 0,
  created_at: 0,
  updated_at: 0,
  deleted_at: 0,
} satisfies Record<keyof NewRow, 0>)

type NewRow = Omit<AssetRow, 'id'>

function newRow(fields: AssetFields, now: number): NewRow {
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
