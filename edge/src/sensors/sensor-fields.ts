import { SourceName } from '@vehicle-control/protocol'
import { z } from 'zod'

const MIN_EVERY_MS = 1000
const MAX_EVERY_MS = 3_600_000
const DEFAULT_EVERY_MS = 30_000
const SOURCE_FAULT =
  'debe ser un texto de 1 a 64 caracteres que nombra al sensor, por ejemplo "patio"'

/** Time from one measurement to the next, for a sensor that gives no new value within `minMs`. */
export function everyMsFrom(minMs = MIN_EVERY_MS) {
  const fault = `debe ser un número entero de milisegundos, de ${minMs} a ${MAX_EVERY_MS}`
  return z.int(fault).min(minMs, fault).max(MAX_EVERY_MS, fault).default(DEFAULT_EVERY_MS)
}

/** Names the sensor in the status, and in its samples where another sensor gives the same type. */
export const source = z
  .string(SOURCE_FAULT)
  .refine((name) => SourceName.safeParse(name).success, SOURCE_FAULT)
  .optional()

/** A number from `min` to `max`; `what` names it in the fault. */
export function numberIn(min: number, max: number, what: string) {
  const fault = `debe ser ${what} de ${min} a ${max}`
  return z.number(fault).min(min, fault).max(max, fault)
}
