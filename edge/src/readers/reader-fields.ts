import { z } from 'zod'

const ID_PATTERN = /^[A-Za-z0-9._-]{1,64}$/

/** Names the reader in reads and in the status. */
export const readerId = z
  .string('debe ser un texto que nombra al lector, por ejemplo "gate"')
  .regex(ID_PATTERN, 'debe tener de 1 a 64 letras, cifras, puntos, guiones o guiones bajos')

/** A connected reader that is quiet for longer is reported as silent; 0 turns it off. */
export const silentAfterMs = z
  .int('debe ser un número entero de milisegundos; 0 lo desactiva')
  .min(0, 'no debe ser negativo; 0 lo desactiva')
  .default(0)

const ANTENNAS_FAULT =
  'debe nombrar las antenas por su número, como en {"1": "entrada", "2": "salida"}'

/** Antennas that are logical readers, by their number; the others belong to the reader itself. */
export const antennaNames = z
  .record(z.string().regex(/^(?:0|[1-9]\d{0,4})$/, ANTENNAS_FAULT), readerId, ANTENNAS_FAULT)
  .optional()

/** The number of a tag that is its uid. */
export type UidSetting = 'epc' | 'tid' | 'decimal' | 'wiegand'

/**
 * Which number names the tag: its EPC (or the only number that it has), the TID of its chip, the ten
 * decimal digits that are printed on 125 kHz cards, or the bits of a Wiegand card as hex. `others` are those that the reader can give
 * beside the first.
 */
export function uidSetting(...others: Exclude<UidSetting, 'epc'>[]) {
  const choices = ['epc', ...others] as const
  return z.enum(choices, `debe ser ${choices.join(' o ')}`).default('epc')
}
