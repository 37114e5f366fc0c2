import {
  ASSET_TAG_MAX,
  type ErrorCode,
  Plate,
  PLATE_MAX,
  PLATE_MIN,
  TAG_MIN,
  VEHICLE_TAG_MAX,
  VehicleTag,
} from '@vehicle-control/protocol'
import { apiError } from '../http/errors.ts'

/** Why a value is refused. */
export interface Fault {
  code: Extract<ErrorCode, 'invalid_plate' | 'invalid_tag' | 'invalid_input'>
  /** In Spanish, with the rule. */
  message: string
}

const PLATE_RULE = `usa de ${PLATE_MIN} a ${PLATE_MAX} letras, números, espacios y guiones, con letra o número al inicio y al final`

/** A vehicle's plate as it is stored, or what is wrong with it. */
export function validatePlate(given: string | null | undefined): string | Fault {
  const plate = Plate.safeParse(given)
  if (plate.success) return plate.data
  const fault = isMissing(given) ? 'La placa es obligatoria para vehículos' : 'Placa inválida'
  return { code: 'invalid_plate', message: `${fault}; ${PLATE_RULE}` }
}

/** A tag as it is stored, by the rule of the screen that takes it, or what is wrong with it. */
export function validateTag(
  schema: typeof VehicleTag,
  given: string | null | undefined,
): string | Fault {
  const tag = schema.safeParse(given)
  if (tag.success) return tag.data
  const fault = isMissing(given) ? 'El Tag RFID es obligatorio' : 'Tag RFID inválido'
  const max = schema === VehicleTag ? VEHICLE_TAG_MAX : ASSET_TAG_MAX
  const rule = `usa de ${TAG_MIN} a ${max} letras (A-Z), números y guiones`
  return { code: 'invalid_tag', message: `${fault}; ${rule}` }
}

/** A vehicle's plate as it is stored; 400 `invalid_plate` where it is none. */
export const readPlate = (given: string | null | undefined): string => orThrow(validatePlate(given))

/** A tag as it is stored; 400 `invalid_tag` where it is none. */
export const readTag = (schema: typeof VehicleTag, given: string | null | undefined): string =>
  orThrow(validateTag(schema, given))

function orThrow(result: string | Fault): string {
  if (typeof result === 'string') return result
  throw apiError(result.code, result.message)
}

const isMissing = (given: string | null | undefined) => (given ?? '').trim() === ''
