import { KIND_NUMBERS, type ListRow, MAX_UID_LENGTH, ROW_STATES } from '@vehicle-control/protocol'
import { sql } from 'kysely'
import { ASSET_ID } from '../assets/assets.ts'
import { isOneOf } from '../bulk.ts'
import type { Db } from '../database.ts'
import type { AccessRow } from '../schema/access.ts'
import type { AssetRow } from '../schema/assets.ts'

/** What gates should be told of some tags. */
export interface WantedRows {
  /** By tag; of a tag that no asset has and nobody denied there is none. */
  rows: Map<string, ListRow>
  /** Tags of blocked assets that are not among the denied ones yet, with the asset. */
  undenied: { uid: string; assetId: number }[]
}

interface Holder {
  uid: string
  assetId: number
  type: AssetRow['type']
  denied: 0 | 1 | null
  /** The tag is among the denied ones. */
  listed: 0 | 1
  from: number | null
  to: number | null
  group: number | null
}

/** What gates should be told of these tags, by the assets and what is set of them. */
export async function wantedRows(db: Db, uids: readonly string[]): Promise<WantedRows> {
  const rows = new Map<string, ListRow>()
  const undenied: WantedRows['undenied'] = []
  if (uids.length === 0) return { rows, undenied }
  // In one statement: an unblocking that commits between two would be undone, as of a tag that was missed.
  const holders = await sql<Holder>`
    select assets.rfid_tag as uid, ${ASSET_ID} as "assetId", assets.type, asset_access.denied,
      case when denied_tags.uid is null then 0 else 1 end as listed,
      asset_access.valid_from as "from", asset_access.valid_to as "to", asset_access.group_id as "group"
    from assets left join asset_access on asset_access.asset_id = ${ASSET_ID}
      left join denied_tags on denied_tags.uid = assets.rfid_tag
    where ${isOneOf(db, sql.ref('assets.rfid_tag'), uids)} and assets.deleted_at is null`.execute(
    db,
  )
  const deniedRows = await db
    .selectFrom('denied_tags')
    .select('uid')
    .where(isOneOf(db, sql.ref('uid'), uids))
    .execute()
  const denied = new Set(deniedRows.map(({ uid }) => uid))
  for (const { uid, assetId, type, from, to, group, ...asset } of holders.rows) {
    if (!canBeRead(uid)) continue
    const isDenied = asset.listed === 1 || asset.denied === 1
    if (isDenied && asset.listed === 0) undenied.push({ uid, assetId })
    const state = isDenied ? ROW_STATES.denied : ROW_STATES.allowed
    rows.set(uid, [uid, state, from, to, group ?? 0, KIND_NUMBERS[type]])
  }
  for (const uid of denied) {
    if (rows.has(uid) || !canBeRead(uid)) continue
    rows.set(uid, [uid, ROW_STATES.denied, null, null, 0, KIND_NUMBERS.vehicle])
  }
  return { rows, undenied }
}

/** Whether a reader may report this tag: any other one is of no use to a gate. */
const canBeRead = (uid: string) => uid.length <= MAX_UID_LENGTH && /^[^\0\p{Cs}]+$/u.test(uid)

/** A stored row as gates are told. */
export const listRow = (row: AccessRow): ListRow => [
  row.uid,
  row.state,
  row.valid_from,
  row.valid_to,
  row.group_id,
  row.kind,
]

/** Whether two rows say the same; undefined is no row. */
export function isSameRow(one: ListRow | undefined, other: ListRow | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  return one.every((part, i) => part === other[i])
}
