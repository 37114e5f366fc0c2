import { ASSET_TAG_MAX, Plate, VEHICLE_TAG_MAX, VehicleTag } from '@vehicle-control/protocol'
import { apiError } from '../http/errors.ts'

/** A plate by its rule; its fault has an error code of its own. */
export function readPlate(given: unknown): string {
  const plate = Plate.safeParse(given)
  if (plate.success) return plate.data
  const form = 'usa de 3 a 10 letras, números y guiones'
  throw apiError('invalid_plate', `La placa es obligatoria para vehículos; ${form}`)
}

/** A tag by the rule of the screen that takes it; its fault has an error code of its own. */
export function readTag(schema: typeof VehicleTag, given: unknown): string {
  const tag = schema.safeParse(given)
  if (tag.success) return tag.data
  const max = schema === VehicleTag ? VEHICLE_TAG_MAX : ASSET_TAG_MAX
  const form = `usa de 3 a ${max} letras, números y guiones`
  throw apiError('invalid_tag', `El Tag RFID es obligatorio; ${form}`)
}
