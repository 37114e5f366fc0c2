import { parseScanUid } from '@vehicle-control/protocol'
import { z } from 'zod'
import { readerId } from '../reader-fields.ts'

const DEMO_TAGS = [
  ...Array.from({ length: 12 }, (_, i) => `TEST-${String(i + 1).padStart(3, '0')}`),
  'E2003412012F1700A1B2C3D4',
  'E28011606000020451234567',
  'E28068942000501C3F0A99E1',
  '3C00CE754C',
]

const tag = z.string('debe ser un texto').transform((raw, context) => {
  const uid = parseScanUid(raw)
  if (uid !== null) return uid
  context.addIssue('no es un tag; use TEST-xxx, 5 cifras o más, o 6 caracteres hexadecimales o más')
  return z.NEVER
})

/** Traffic made up, for a demonstration without hardware. */
export const SimulatorReaderConfig = z.strictObject({
  id: readerId,
  type: z.literal('simulator'),
  /** The fleet. */
  tags: z.array(tag, 'debe ser una lista de tags').min(1, 'debe tener un tag').default(DEMO_TAGS),
  /** Vehicles a minute at the busiest hour. */
  ratePerMinute: z
    .number('debe ser un número')
    .positive('debe ser mayor que 0')
    .max(60_000, 'debe ser como mucho 60000')
    .default(12),
  /** False: the same rate at every hour. */
  dayRhythm: z.boolean('debe ser true o false').default(true),
  /** Makes the traffic the same at every start. */
  seed: z.int('debe ser un número entero').optional(),
})
export type SimulatorReaderConfig = z.infer<typeof SimulatorReaderConfig>
