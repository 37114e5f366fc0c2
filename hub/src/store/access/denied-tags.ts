import { rowsOf } from '../bulk.ts'
import { sql } from 'kysely'
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
