import { sql } from 'kysely'
import type { Db } from './database.ts'

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
    from json_each(${JSON.stringify(uids)}) as t
    join assets as a on a.rfid_tag = t.value and a.deleted_at is null`.execute(db)
  return new Map(rows.map((r) => [r.uid, r]))
}
