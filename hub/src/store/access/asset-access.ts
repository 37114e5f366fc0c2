import { sql } from 'kysely'
import { ASSET_ID } from '../assets/assets.ts'
import { isOneOf } from '../bulk.ts'
import type { Db } from '../database.ts'
import type { AssetAccessRow } from '../schema/access.ts'
import { denyTags, liftAsset } from './denied-tags.ts'
import { touchTags } from './touched-tags.ts'

/** What people set of who may pass, of one asset. */
export type AssetAccess = Pick<AssetAccessRow, 'denied' | 'valid_from' | 'valid_to' | 'group_id'>

/** Where nothing is set. */
export const NOTHING_SET: AssetAccess = Object.freeze({
  denied: 0,
  valid_from: null,
  valid_to: null,
  group_id: null,
})

/** What is set of some assets, by id; of one where nothing is there is none. */
export async function accessOf(
  db: Db,
  assetIds: readonly number[],
): Promise<Map<number, AssetAccess>> {
  if (assetIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('asset_access')
    .select(['asset_id', 'denied', 'valid_from', 'valid_to', 'group_id'])
    .where(isOneOf(db, sql.ref('asset_id'), assetIds))
    .execute()
  return new Map(
    rows.filter(isSet).map(({ asset_id, ...access }): [number, AssetAccess] => [asset_id, access]),
  )
}

const isSet = ({ denied, ...rest }: AssetAccess) =>
  denied === 1 || rest.valid_from !== null || rest.valid_to !== null || rest.group_id !== null

/** Every tag that an asset has or had. */
export async function tagsOf(db: Db, assetId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('assets')
    .select('rfid_tag')
    .distinct()
    .where(ASSET_ID, '=', assetId)
    .execute()
  return rows.map(({ rfid_tag }) => rfid_tag)
}

/**
 * Stores what is set of an asset. All of its tags are denied when it becomes blocked, and lifted when it
 * no longer is. Call it with the lock of all hubs: nobody gives it another tag meanwhile.
 */
export async function saveAccess(
  trx: Db,
  assetId: number,
  { before, after, at, by }: { before: AssetAccess; after: AssetAccess; at: number; by: string },
): Promise<void> {
  const row = { ...after, changed_at: at, changed_by: by }
  await trx
    .insertInto('asset_access')
    .values({ asset_id: assetId, ...row })
    .onConflict((conflict) => conflict.column('asset_id').doUpdateSet(row))
    .execute()
  const tags = await tagsOf(trx, assetId)
  const lifted = before.denied === 1 && after.denied === 0 ? await liftAsset(trx, assetId) : []
  if (before.denied === 0 && after.denied === 1) await denyTags(trx, tags, { assetId, at, by })
  await touchTags(trx, [...tags, ...lifted])
}
