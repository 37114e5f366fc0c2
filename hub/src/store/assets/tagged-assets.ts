import { sql } from 'kysely'
import { isOneOf } from '../bulk.ts'
import type { Db } from '../database.ts'

/** The asset that carries a tag now. */
export interface TaggedAsset {
  id: number
  uid: string
  plate: string | null
  model: string
  owner: string | null
}

/** The assets that carry these tags, by tag. */
export async function assetsByTag(
  db: Db,
  uids: readonly string[],
): Promise<Map<string, TaggedAsset>> {
  if (uids.length === 0) return new Map()
  const { rows } = await sql<TaggedAsset>`
    select a.id, a.rfid_tag as uid, a.plate, a.name as model, a.owner
    from assets as a
    where ${isOneOf(db, sql.ref('a.rfid_tag'), uids)} and a.deleted_at is null`.execute(db)
  return new Map(rows.map((r) => [r.uid, r]))
}
