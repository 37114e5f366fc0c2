import type { AssetAccess } from '@vehicle-control/protocol'
import { type AssetAccess as StoredAccess, accessOf } from '../../store/access/asset-access.ts'
import { assetIdOf } from '../../store/assets/assets.ts'
import type { Db } from '../../store/database.ts'
import type { AssetRow } from '../../store/schema/assets.ts'

/** What an answer says of who may pass of an asset, beside its other fields; nothing where nothing is set. */
export type ShownAccess = (row: AssetRow) => { access?: AssetAccess }

/** Where nothing can be set yet. */
export const NO_ACCESS: ShownAccess = () => ({})

/** What is set of some assets. A wall is not told who is blocked. */
export async function shownAccess(
  { kiosk }: { kiosk: boolean },
  db: Db,
  rows: readonly AssetRow[],
): Promise<ShownAccess> {
  if (kiosk) return NO_ACCESS
  const found = await accessOf(db, rows.map(assetIdOf))
  return (row) => {
    const access = found.get(assetIdOf(row))
    return access ? { access: accessView(access) } : {}
  }
}

/** What is set of one asset, as screens see it. */
export function accessView({ denied, group_id, ...dates }: StoredAccess): AssetAccess {
  return { denied: denied === 1, ...dates, group: group_id }
}
