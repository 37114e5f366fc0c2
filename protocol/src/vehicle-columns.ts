/**
 * The columns of a vehicle that people fill in, in the order of forms, calls, imports and exports. Add one here, and
 * the compiler names every file of hub and web that needs it.
 */
export const VEHICLE_COLUMNS = ['plate', 'model', 'owner', 'rfid_tag'] as const
export type VehicleColumn = (typeof VEHICLE_COLUMNS)[number]

/** Makes a value for each column of a vehicle. */
export function byVehicleColumn<T>(make: (column: VehicleColumn) => T): Record<VehicleColumn, T> {
  const made = VEHICLE_COLUMNS.map((column) => [column, make(column)] as const)
  return Object.fromEntries(made) as Record<VehicleColumn, T>
}
