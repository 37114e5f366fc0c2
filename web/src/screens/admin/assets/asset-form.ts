import type { Asset, AssetRequest, AssetType } from '@vehicle-control/protocol'
import { ASSET_TAG_MAX } from '@vehicle-control/protocol/limits'
import { parsePlate, parseTag } from '@vehicle-control/protocol/plate-and-tag'
import { parseScanUid } from '@vehicle-control/protocol/uid'
import {
  byVehicleLine,
  LINE_COLUMNS,
  VEHICLE_WORDS,
  type VehicleLine,
} from '@vehicle-control/protocol/vehicle-columns'
import { ASSETS_TEXTS } from '../../../texts/admin/admin-assets.ts'
import { changedFields, type FieldLabel } from '../list/changed-fields.ts'

const { faults: FAULTS, form: LABELS, types: TYPES } = ASSETS_TEXTS

/** The values of the form's fields. */
export interface AssetValues extends Record<VehicleLine, string> {
  type: AssetType
  name: string
  plate: string
  rfid_tag: string
  location: string
  photo_url: string | null
}

/** The names of the form's fields, in their order on screen. */
export const ASSET_FIELDS = [
  'type',
  'name',
  'plate',
  'rfid_tag',
  ...LINE_COLUMNS,
  'location',
] as const

/** What a form starts with: an asset to edit, else a new one, with a tag where one is known. */
export function valuesOf(asset: Asset | null, tag = ''): AssetValues {
  return {
    type: asset?.type ?? 'product',
    name: asset?.name ?? '',
    plate: asset?.plate ?? '',
    rfid_tag: asset?.rfid_tag ?? tag.toUpperCase(),
    ...byVehicleLine((line) => asset?.[line] ?? ''),
    location: asset?.location ?? '',
    photo_url: asset?.photo_url ?? null,
  }
}

/** The validation rule of each field, as `useForm` takes them. */
export const ASSET_RULES = {
  name: (name: string, { type }: AssetValues) =>
    type === 'vehicle' || name.trim() ? null : FAULTS.name,
  plate(plate: string, { type }: AssetValues) {
    if (type !== 'vehicle') return null
    if (!plate.trim()) return FAULTS.plate
    return parsePlate(plate) === null ? FAULTS.plateForm : null
  },
  rfid_tag(tag: string) {
    if (!tag.trim()) return FAULTS.tag
    return parseTag(tag, ASSET_TAG_MAX) === null ? FAULTS.tagForm : null
  },
}

/** The body that saves a form without faults. `seen`: the version that it was filled from. */
export function requestOf(values: AssetValues, seen: string | undefined): AssetRequest {
  const { type, photo_url } = values
  return {
    type,
    name: values.name.trim(),
    plate: type === 'vehicle' ? parsePlate(values.plate) : null,
    rfid_tag: parseTag(values.rfid_tag, ASSET_TAG_MAX) ?? '',
    ...byVehicleLine((line) => values[line].trim() || null),
    location: values.location.trim() || null,
    photo_url,
    ...(seen === undefined ? {} : { updated_at: seen }),
  }
}

/** True for a tag that may be saved, but that no reader can ever report. */
export function isUnreadable(typed: string): boolean {
  const tag = parseTag(typed, ASSET_TAG_MAX)
  return tag !== null && parseScanUid(tag) !== tag
}

const NAMED: readonly FieldLabel<Asset>[] = [
  { field: 'type', label: LABELS.type, say: (type) => TYPES[type as AssetType] },
  { field: 'name', label: LABELS.name },
  { field: 'plate', label: LABELS.plate },
  { field: 'rfid_tag', label: LABELS.tag },
  ...LINE_COLUMNS.map((field) => ({ field, label: VEHICLE_WORDS[field] })),
  { field: 'location', label: LABELS.location },
]

/** What somebody else changed of an asset since the form was filled from it. */
export function changesOf(before: Asset, theirs: Asset) {
  const photo = (url: string | null) => (url === null ? '' : LABELS.withPhoto)
  const changes = changedFields(NAMED, before, theirs)
  if (before.photo_url === theirs.photo_url) return changes
  const [old, now] = [photo(before.photo_url), photo(theirs.photo_url)]
  return [...changes, { label: LABELS.photo, old, now: old === now ? LABELS.otherPhoto : now }]
}
