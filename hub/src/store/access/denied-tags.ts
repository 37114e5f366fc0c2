import { DENIED_MAX, DENIED_MAX_BYTES } from '@vehicle-control/protocol/access/frames'
import { type RawBuilder, sql } from 'kysely'
import { ASSET_ID } from '../assets/assets.ts'
import { isOneOf, rowsOf } from '../bulk.ts'
import type { Db } from '../database.ts'

/** Whose tags are denied, and who did it when. */
export interface Denial {
  /** The blocked asset. */
  assetId: number
  at: number
  by: string
}

/** Denies tags; one that is denied already stays as it is. */
export async function denyTags(
  trx: Db,
  uids: readonly string[],
  { assetId, at, by }: Denial,
): Promise<void> {
  if (uids.length === 0) return
  const cells = uids.map((uid) => [uid, assetId, at, by])
  await sql`insert into denied_tags (uid, asset_id, denied_at, denied_by)
    ${rowsOf(trx, ['uid', 'asset_id', 'denied_at', 'denied_by'], cells)}
    on conflict do nothing`.execute(trx)
}

/**
 * Lifts the tags that are denied for an asset, which is not blocked any more, and returns them. One
 * that another blocked asset has or had stays denied, for that one.
 */
export async function liftAsset(trx: Db, assetId: number): Promise<string[]> {
  const lifted = await trx
    .deleteFrom('denied_tags')
    .where('asset_id', '=', assetId)
    .returning(['uid', 'denied_at', 'denied_by'])
    .execute()
  const uids = lifted.map(({ uid }) => uid)
  if (uids.length === 0) return uids
  await sql`insert into denied_tags (uid, asset_id, denied_at, denied_by)
    select assets.rfid_tag, min(asset_access.asset_id), min(asset_access.changed_at),
      min(asset_access.changed_by)
    from assets join asset_access
      on asset_access.asset_id = coalesce(assets.version_of, assets.id) and asset_access.denied = 1
    where ${isOneOf(trx, sql.ref('assets.rfid_tag'), uids)}
    group by assets.rfid_tag
    on conflict do nothing`.execute(trx)
  return uids
}

/** Lifts one tag; false where it is not denied. */
export async function liftTag(trx: Db, uid: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('denied_tags')
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** A denied tag, and the asset for which it is. */
export interface DeniedTag {
  uid: string
  asset_id: number
  /** Plate or name of that asset's newest version. */
  name: string
  /** A blocked asset has this tag now. */
  worn: boolean
  at: number
  by: string
}

/** The denied tags, the newest first. */
export function listDenied(db: Db): Promise<DeniedTag[]> {
  return deniedTags(db, sql`true`)
}

/** A denied tag; undefined where it is none. */
export async function findDenied(db: Db, uid: string): Promise<DeniedTag | undefined> {
  return (await deniedTags(db, sql`denied_tags.uid = ${uid}`))[0]
}

/** More than may be denied by hand: a blocked asset's next tag is denied whatever their number. */
const DENIED_LISTED = 2 * DENIED_MAX

async function deniedTags(db: Db, where: RawBuilder<unknown>): Promise<DeniedTag[]> {
  const { rows } = await sql<Omit<DeniedTag, 'worn'> & { worn: number }>`
    select denied_tags.uid, denied_tags.asset_id, denied_tags.denied_at as at,
      denied_tags.denied_by as by,
      coalesce((select coalesce(nullif(assets.plate, ''), assets.name) from assets
        where ${ASSET_ID} = denied_tags.asset_id order by assets.id desc limit 1), '') as name,
      case when exists (select 1 from assets join asset_access
        on asset_access.asset_id = ${ASSET_ID} and asset_access.denied = 1
        where assets.rfid_tag = denied_tags.uid and assets.deleted_at is null) then 1 else 0 end as worn
    from denied_tags where ${where}
    order by denied_tags.denied_at desc, denied_tags.uid limit ${DENIED_LISTED}`.execute(db)
  return rows.map((row) => ({ ...row, worn: row.worn === 1 }))
}

/** Whether these tags may be denied too, so that all of them fit into what gates are told. */
export async function canDeny(db: Db, uids: readonly string[]): Promise<boolean> {
  const rows = await db.selectFrom('denied_tags').select('uid').execute()
  const all = new Set([...rows.map(({ uid }) => uid), ...uids])
  let bytes = 0
  for (const uid of all) bytes += deniedBytes(uid)
  return all.size <= DENIED_MAX && bytes <= DENIED_MAX_BYTES
}

/** What a denied tag takes of `DENIED_MAX_BYTES`. */
export const deniedBytes = (uid: string) => Buffer.byteLength(JSON.stringify(uid)) + 1
