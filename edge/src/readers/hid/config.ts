import { z } from 'zod'
import { readerId, silentAfterMs, uidSetting } from '../reader-fields.ts'

const PATH_FAULT =
  'debe nombrar el dispositivo de eventos, por ejemplo "/dev/input/by-id/usb-…-event-kbd"'

/** A reader that types its tags as a USB keyboard does. */
export const HidReaderConfig = z.strictObject({
  type: z.literal('hid'),
  id: readerId,
  path: z.string(PATH_FAULT).min(1, PATH_FAULT).max(256, 'debe tener como mucho 256 caracteres'),
  /** Keys that are further apart belong to two tags. */
  idleMs: z
    .int('debe ser un número entero de milisegundos')
    .min(50, 'debe ser al menos 50: ningún teclado escribe un tag más rápido')
    .max(5000, 'debe ser como mucho 5000')
    .default(300),
  /** The keys reach nobody else, above all no console; false where another program reads them too. */
  grab: z.boolean('debe ser true o false').default(true),
  uid: uidSetting('decimal'),
  silentAfterMs,
})
export type HidReaderConfig = z.infer<typeof HidReaderConfig>
