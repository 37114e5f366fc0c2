import { z } from 'zod'
import { serialReaderFields } from '../serial/serial-fields.ts'

/** A reader that prints one tag a line on a serial port. */
export const LineReaderConfig = z.strictObject({ type: z.literal('line'), ...serialReaderFields })
