import { z } from 'zod'

const ID_PATTERN = /^[A-Za-z0-9._-]{1,64}$/

/** Names the reader in reads and in the status. */
export const readerId = z
  .string('must be a text that names the reader, such as "gate"')
  .regex(ID_PATTERN, 'must be 1 to 64 letters, digits, dots, hyphens or underscores')

/** A connected reader that is quiet for longer is reported as silent; 0 turns it off. */
export const silentAfterMs = z
  .int('must be a whole number of milliseconds; 0 turns it off')
  .min(0, 'must not be negative; 0 turns it off')
  .default(0)

const ANTENNAS_FAULT = 'must name antennas by their number, as in {"1": "entrada", "2": "salida"}'

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
  return z.enum(choices, `must be ${choices.join(' or ')}`).default('epc')
}
