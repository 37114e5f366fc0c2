import { z } from 'zod'
import { readerId, silentAfterMs, uidSetting } from '../reader-fields.ts'

const PATH_FAULT = 'must name the event device, such as "/dev/input/by-id/usb-…-event-kbd"'

/** A reader that types its tags as a USB keyboard does. */
export const HidReaderConfig = z.strictObject({
  type: z.literal('hid'),
  id: readerId,
  path: z.string(PATH_FAULT).min(1, PATH_FAULT).max(256, 'must be at most 256 characters'),
  /** Keys that are further apart belong to two tags. */
  idleMs: z
    .int('must be a whole number of milliseconds')
    .min(50, 'must be at least 50: no keyboard types a tag faster')
    .max(5000, 'must be at most 5000')
    .default(300),
  /** The keys reach nobody else, above all no console; false where another program reads them too. */
  grab: z.boolean('must be true or false').default(true),
  uid: uidSetting('decimal'),
  silentAfterMs,
})
export type HidReaderConfig = z.infer<typeof HidReaderConfig>
