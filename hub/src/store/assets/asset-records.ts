import type { Db } from '../database.ts'
import type { AssetRow } from '../schema.ts'
import { containsText } from '../text-search.ts'

export type AssetFields = Pick<
  AssetRow,
  'type' | 'name' | 'plate' | 'rfid_tag' | 'owner' | 'location' | 'photo_url'
>

export interface AssetQuery {
  /** Only these; all when absent. */
  type?: AssetRow['type'] | undefined
  /** Substring of one of `columns`. */
  q?: string | undefined
  columns: readonly ('name' | 'plate' | 'rfid_tag' | 'owner')[]
  page: number
  pageSize: number
}

/** A page of the assets that are not deleted, newest first, and how many there are in all. */
export async function listAssets(
  db: Db,
  { type, q, columns, page, pageSize }: AssetQuery,
): Promise<{ rows: AssetRow[]; total: number }> {
  const matching = db
    .selectFrom('assets')
    .where('deleted_at', 'is', null)
    .$if(type !== undefined, (query) => query.where('type', '=', type ?? 'vehicle'))
    .$if(q !== undefined, (query) => query.where(containsText(columns, q ?? '')))
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matching
    .selectAll()
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { rows, total }
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
    .values({ ...fields, created_at: now, updated_at: now, deleted_at: null })
    .returningAll()
    .executeTakeFirstOrThrow()
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

/** The row stays for the reads that point to it; its tag and plate are free. */
export async function deleteAsset(db: Db, id: number, now: number): Promise<void> {
  await db
    .updateTable('assets')
    .set({ deleted_at: now, updated_at: now })
    .where('id', '=', id)
    .execute()
}
