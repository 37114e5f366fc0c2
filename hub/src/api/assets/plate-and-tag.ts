import {
  ASSET_TAG_MAX,
  Plate,
  PLATE_MAX,
  PLATE_MIN,
  TAG_MIN,
  VEHICLE_TAG_MAX,
  VehicleTag,
} from '@vehicle-control/protocol'
import { apiError } from '../http/errors.ts'

/** A plate by its rule; its fault has an error code of its own. */
export function readPlate(given: unknown): string {
  const plate = Plate.safeParse(given)
  if (plate.success) return plate.data
  const form = `usa de ${PLATE_MIN} a ${PLATE_MAX} letras, números, espacios interiores y guiones`
  throw apiError('invalid_plate', `La placa es obligatoria para vehículos; ${form}`)
}

/** A tag by the rule of the screen that takes it; its fault has an error code of its own. */
export function readTag(schema: typeof VehicleTag, given: unknown): string {
  const tag = schema.safeParse(given)
  if (tag.success) return tag.data
  const max = schema === VehicleTag ? VEHICLE_TAG_MAX : ASSET_TAG_MAX
  const form = `usa de ${TAG_MIN} a ${max} letras, números y guiones`
  throw apiError('invalid_tag', `El Tag RFID es obligatorio; ${form}`)
}
