import { z } from 'zod'
import { readerId, silentAfterMs } from '../reader-fields.ts'

const MAX_BAUD_RATE = 4_000_000

/** Settings of every reader on a serial port, beside its `type`. */
export const serialReaderFields = {
  id: readerId,
  path: z
    .string('must name the serial port, such as "/dev/serial/by-id/…"')
    .min(1, 'must name the serial port, such as "/dev/serial/by-id/…"')
    .max(256, 'must be at most 256 characters'),
  baudRate: z
    .int('must be a whole number such as 9600')
    .min(1, 'must be positive, such as 9600')
    .max(MAX_BAUD_RATE, `must be at most ${MAX_BAUD_RATE}`)
    .default(9600),
  /** Modem lines, for boards that print only while one is set. Absent: as the system opens them. */
  dtr: z.boolean('must be true or false').optional(),
  rts: z.boolean('must be true or false').optional(),
  silentAfterMs,
}

/** The configuration of any reader type that is made of `serialReaderFields`. */
export type SerialReaderConfig = z.infer<z.ZodObject<typeof serialReaderFields>> & { type: string }
