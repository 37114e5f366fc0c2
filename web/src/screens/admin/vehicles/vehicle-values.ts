import type { AssetRequest, AssetType, Vehicle, VehicleRequest } from '@vehicle-control/protocol'
import { VEHICLE_TAG_MAX } from '@vehicle-control/protocol/limits'
import { parsePlate, parseTag } from '@vehicle-control/protocol/plate-and-tag'
import { parseScanUid } from '@vehicle-control/protocol/uid'
import { VEHICLES_TEXTS } from '../../../texts/admin-vehicles.ts'

const FAULTS = VEHICLES_TEXTS.faults

/** What the form's fields hold. */
export interface VehicleValues {
  readonly type: AssetType
  readonly plate: string
  /** The name of what is no vehicle. */
  readonly model: string
  readonly owner: string
  readonly rfid_tag: string
  /** Of what is no vehicle. */
  readonly photo_url: string | null
}

/** Characters of a model and of a name. */
export const NAME_MAX = 120

export const EMPTY_VALUES: VehicleValues = {
  type: 'vehicle',
  plate: '',
  model: '',
  owner: '',
  rfid_tag: '',
  photo_url: null,
}

/** The fields filled from a vehicle. */
export function valuesOf({ plate, model, owner, rfid_tag }: Vehicle): VehicleValues {
  return { ...EMPTY_VALUES, plate: plate ?? '', model, owner: owner ?? '', rfid_tag }
}

const CONTROL = /[\p{Cc}\p{Cs}]/u
const printable = (text: string) => (CONTROL.test(text.trim()) ? FAULTS.unprintable : null)

/** What is wrong with each field; null where it is right. */
export const VALUE_FAULTS = {
  plate(text: string, { type }: VehicleValues): string | null {
    if (type !== 'vehicle') return null
    if (text.trim() === '') return FAULTS.plateRequired
    return parsePlate(text) === null ? FAULTS.plate : null
  },
  model: (text: string, { type }: VehicleValues) =>
    type !== 'vehicle' && text.trim() === '' ? FAULTS.nameRequired : printable(text),
  owner: printable,
  rfid_tag(text: string): string | null {
    if (text.trim() === '') return FAULTS.tagRequired
    return parseTag(text, VEHICLE_TAG_MAX) === null ? FAULTS.tag : null
  },
}

/** True for a good tag that no reader can report. */
export function isUnread(text: string): boolean {
  const tag = parseTag(text, VEHICLE_TAG_MAX)
  return tag !== null && parseScanUid(tag) === null
}

const tidyTag = (text: string) => text.trim().toUpperCase()

/** The body of a vehicle's calls; `seen` is the version that the form was filled from. */
export function vehicleRequest(values: VehicleValues, seen?: string): VehicleRequest {
  return {
    plate: parsePlate(values.plate),
    model: values.model.trim(),
    owner: values.owner.trim() || null,
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
    owner: values.owner.trim() || null,
    location: null,
    photo_url: values.photo_url,
  }
}
