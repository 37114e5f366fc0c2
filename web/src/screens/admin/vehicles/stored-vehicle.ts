import type { Asset, Vehicle } from '@vehicle-control/protocol'

/** An asset as the vehicles' calls show it; null where it is no vehicle. */
export function vehicleOf(asset: Asset): Vehicle | null {
  if (asset.type !== 'vehicle') return null
  const { id, plate, name, owner, rfid_tag, updated_at } = asset
  return { id, plate, model: name, owner, rfid_tag, updated_at }
}
