import { OWNER_MAX } from './limits.ts'

/**
 * The columns of a vehicle that people fill in, in the order of forms, calls, imports and exports. Add one here, and
 * the compiler names every file of hub and web that needs it.
 */
export const VEHICLE_COLUMNS = ['plate', 'model', 'owner', 'rfid_tag'] as const
export type VehicleColumn = (typeof VEHICLE_COLUMNS)[number]

/** Those that a read shows of its vehicle, in the order of tables and files. */
export const SHOWN_COLUMNS = ['plate', 'model', 'owner'] as const satisfies readonly VehicleColumn[]
export type ShownColumn = (typeof SHOWN_COLUMNS)[number]

/** The Spanish words that people know them by. */
export const VEHICLE_WORDS: Readonly<Record<VehicleColumn, string>> = {
  plate: 'Placa',
  model: 'Modelo',
  owner: 'Propietario',
  rfid_tag: 'Tag RFID',
}

/** Those that are an optional line of text wherever they are written, and the longest that it may be. */
export const VEHICLE_LINES = {
  owner: OWNER_MAX,
} as const satisfies Partial<Record<VehicleColumn, number>>
export type VehicleLine = keyof typeof VEHICLE_LINES
export const LINE_COLUMNS = Object.keys(VEHICLE_LINES) as VehicleLine[]

/** Makes a value for each column of a vehicle. */
export const byVehicleColumn = makerOf(VEHICLE_COLUMNS)
/** Makes a value for each column that reads show. */
export const byShownColumn = makerOf(SHOWN_COLUMNS)
/** Makes a value for each line of a vehicle. */
export const byVehicleLine = makerOf(LINE_COLUMNS)

/** A loop, since it runs for each row of an export. */
function makerOf<C extends string>(columns: readonly C[]) {
  return <T>(make: (column: C) => T): Record<C, T> => {
    const made = {} as Record<C, T>
    for (const column of columns) made[column] = make(column)
    return made
  }
}
