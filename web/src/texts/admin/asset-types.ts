import type { VehicleColumn } from '@vehicle-control/protocol/vehicle-columns'
/** The Spanish words of the types of assets. */
export const ASSET_TYPE_TEXTS = {
  vehicle: 'Vehículo',
  product: 'Producto',
  furniture: 'Mobiliario',
} as const

/** The Spanish names of what people say of a vehicle, beside its fields and on its page. */
export const VEHICLE_FIELD_TEXTS: Record<VehicleColumn, string> = {
  plate: 'Placa',
  model: 'Modelo',
  owner: 'Propietario',
  rfid_tag: 'Tag RFID',
}
