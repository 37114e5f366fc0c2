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
