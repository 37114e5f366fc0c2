import type { z } from 'zod'
import { uidSetting } from '../reader-fields.ts'
import { streamSchema } from '../stream/stream-fields.ts'

/**
 * A reader that prints one tag a line. `uid: wiegand` reads the numbers of a Wiegand card in it, as
 * converters print them.
 */
export const LineReaderConfig = streamSchema('line', { uid: uidSetting('wiegand') })
export type LineReaderConfig = z.infer<typeof LineReaderConfig>
