import type { AssetRequest, AssetType, Vehicle, VehicleRequest } from '@vehicle-control/protocol'
import { VEHICLE_TAG_MAX } from '@vehicle-control/protocol/limits'
import { parsePlate, parseTag } from '@vehicle-control/protocol/plate-and-tag'
import { parseScanUid } from '@vehicle-control/protocol/uid'
import {
  byVehicleColumn,
  byVehicleLine,
  type VehicleColumn,
} from '@vehicle-control/protocol/vehicle-columns'
import { VEHICLES_TEXTS } from '../../../texts/admin/admin-vehicles.ts'

const FAULTS = VEHICLES_TEXTS.faults

/** What the form's fields hold. */
export interface VehicleValues extends Readonly<Record<VehicleColumn, string>> {
  readonly type: AssetType
  /** The photo of an asset that is no vehicle; its name is in `model`. */
  readonly photo_url: string | null
}

/** The most characters of a model and of a name. */
export const NAME_MAX = 120

export const EMPTY_VALUES: VehicleValues = {
  type: 'vehicle',
  ...byVehicleColumn(() => ''),
  photo_url: null,
}

/** The fields filled from a vehicle. */
export function valuesOf(vehicle: Vehicle): VehicleValues {
  return { ...EMPTY_VALUES, ...byVehicleColumn((column) => vehicle[column] ?? '') }
}

const CONTROL = /[\p{Cc}\p{Cs}]/u
const printable = (text: string) => (CONTROL.test(text.trim()) ? FAULTS.unprintable : null)

/** What is wrong with each field; null where it is right. */
export const VALUE_FAULTS: Record<
  VehicleColumn,
  (text: string, values: VehicleValues) => string | null
> = {
  plate(text, { type }) {
    if (type !== 'vehicle') return null
    if (text.trim() === '') return FAULTS.plateRequired
    return parsePlate(text) === null ? FAULTS.plate : null
  },
  model: (text, { type }) =>
    type !== 'vehicle' && text.trim() === '' ? FAULTS.nameRequired : printable(text),
  ...byVehicleLine(() => printable),
  rfid_tag(text) {
    if (text.trim() === '') return FAULTS.tagRequired
    return parseTag(text, VEHICLE_TAG_MAX) === null ? FAULTS.tag : null
  },
}

/** True for a good tag that no reader can report. */
export function isUnread(text: string): boolean {
  const tag = parseTag(text, VEHICLE_TAG_MAX)
  return tag !== null && parseScanUid(tag) === null
}

const linesOf = (values: VehicleValues) => byVehicleLine((column) => values[column].trim() || null)

const tidyTag = (text: string) => text.trim().toUpperCase()

/** The body of a vehicle's calls; `seen` is the version that the form was filled from. */
export function vehicleRequest(values: VehicleValues, seen?: string): VehicleRequest {
  return {
    plate: parsePlate(values.plate),
    model: values.model.trim(),
    ...linesOf(values),
    rfid_tag: tidyTag(values.rfid_tag),
    ...(seen === undefined ? {} : { updated_at: seen }),
  }
}

/** The body of a new asset that is no vehicle. */
export function assetRequest(values: VehicleValues): AssetRequest {
  return {
    type: values.type,
    name: values.model.trim(),
    plate: null,
    rfid_tag: tidyTag(values.rfid_tag),
    ...linesOf(values),
    location: null,
    photo_url: values.photo_url,
  }
}
