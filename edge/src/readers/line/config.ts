import { z } from 'zod'
import { readerId, silentAfterMs } from '../reader-fields.ts'
import { serialFields } from '../serial/serial-fields.ts'

/** A reader that prints one tag a line on a serial port. */
export const LineReaderConfig = z.strictObject({
  id: readerId,
  type: z.literal('line'),
  ...serialFields,
  silentAfterMs,
})
export type LineReaderConfig = z.infer<typeof LineReaderConfig>
