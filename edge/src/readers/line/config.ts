import type { z } from 'zod'
import { streamSchema } from '../stream/stream-fields.ts'

/** A reader that prints one tag a line. */
export const LineReaderConfig = streamSchema('line', {})
export type LineReaderConfig = z.infer<typeof LineReaderConfig>
