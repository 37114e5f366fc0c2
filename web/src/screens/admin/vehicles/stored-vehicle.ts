import type { Asset, Vehicle } from '@vehicle-control/protocol'
import { byVehicleLine } from '@vehicle-control/protocol/vehicle-columns'

/** An asset as the vehicles' calls return it; null where it is no vehicle. */
export function vehicleOf(asset: Asset): Vehicle | null {
  if (asset.type !== 'vehicle') return null
  const { id, plate, name, rfid_tag, updated_at } = asset
  const lines = byVehicleLine((column) => asset[column])
  return { id, plate, model: name, ...lines, rfid_tag, updated_at }
}
