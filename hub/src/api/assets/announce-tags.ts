import type { AssetTagEvent } from '@vehicle-control/protocol'
import type { Bus } from '../../bus/bus.ts'
import { assetIdOf } from '../../store/assets/assets.ts'
import type { AssetRow } from '../../store/schema/assets.ts'

/**
 * More tags at once, as from an import, are not announced: browsers hear of each with its next read.
 */
const ANNOUNCED_MAX = 200

/** Tells every browser whose these tags are from now on. */
export function announceTags(bus: Bus, tags: readonly AssetTagEvent[]): void {
  if (tags.length > 0 && tags.length <= ANNOUNCED_MAX) bus.broadcast('assetTags', [...tags])
}

/** The tag of an asset, and whose it is. */
export function tagOf(row: AssetRow): AssetTagEvent {
  const asset = { asset_id: assetIdOf(row), name: row.plate || row.name }
  return { uid: row.rfid_tag, asset }
}

/** A tag that no asset has any more. */
export function freeTag(uid: string): AssetTagEvent {
  return { uid, asset: null }
}
