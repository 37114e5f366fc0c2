import {
  byVehicleLine,
  VEHICLE_WORDS,
  type VehicleColumn,
  type VehicleImport,
  VehicleRequest,
  VehicleTag,
} from '@vehicle-control/protocol'
import type { AssetFields } from '../../store/assets/assets.ts'
import { readInput } from '../http/input.ts'
import { type Fault, validatePlate, validateTag } from './plate-and-tag.ts'

/** A new vehicle as it is stored. */
export type NewVehicle = AssetFields & { type: 'vehicle'; plate: string }

/** A row of an import: the vehicle that it stands for, or why it stands for none. */
export type ReadRow = { vehicle: NewVehicle } | { fault: Fault }

const Described = VehicleRequest.pick({ model: true, ...byVehicleLine(() => true as const) })

/** Validates a row by the rules for a single vehicle. */
export function readVehicleRow(row: VehicleImport['rows'][number]): ReadRow {
  const plate = validatePlate(row.plate)
  if (typeof plate !== 'string') return { fault: plate }
  const rfid_tag = validateTag(VehicleTag, row.rfid_tag)
  if (typeof rfid_tag !== 'string') return { fault: rfid_tag }
  const described = readInput(Described, row)
  if ('issues' in described) {
    const faults = described.issues.map(({ path, message }) => {
      return `${VEHICLE_WORDS[path as VehicleColumn]}: ${message}`
    })
    return { fault: { code: 'invalid_input', message: faults.join('; ') } }
  }
  const { model, ...lines } = described.data
  const shown = { name: model ?? '', ...lines, location: null, photo_url: null }
  return { vehicle: { type: 'vehicle', plate, rfid_tag, ...shown } }
}
