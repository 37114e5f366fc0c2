/**
 * What people say of a vehicle: the fields of its form, its calls, imports and exports, in their order. Who adds one
 * here is led by the compiler through hub and web.
 */
export const VEHICLE_COLUMNS = ['plate', 'model', 'owner', 'rfid_tag'] as const
export type VehicleColumn = (typeof VEHICLE_COLUMNS)[number]

/** Makes a value for each column of a vehicle. */
export function byVehicleColumn<T>(make: (column: VehicleColumn) => T): Record<VehicleColumn, T> {
  const made = VEHICLE_COLUMNS.map((column) => [column, make(column)] as const)
  return Object.fromEntries(made) as Record<VehicleColumn, T>
}
