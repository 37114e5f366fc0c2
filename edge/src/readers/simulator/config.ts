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

const tag = z.string('must be a text').transform((raw, context) => {
  const uid = parseScanUid(raw)
  if (uid !== null) return uid
  context.addIssue('is no tag; use TEST-xxx, 5 or more digits or 6 or more hex characters')
  return z.NEVER
})

/** Traffic made up, for a demonstration without hardware. */
export const SimulatorReaderConfig = z.strictObject({
  id: readerId,
  type: z.literal('simulator'),
  /** The fleet. */
  tags: z.array(tag, 'must be a list of tags').min(1, 'must hold a tag').default(DEMO_TAGS),
  /** Vehicles a minute at the busiest hour. */
  ratePerMinute: z
    .number('must be a number')
    .positive('must be above 0')
    .max(60_000, 'must be at most 60000')
    .default(12),
  /** False: the same rate at every hour. */
  dayRhythm: z.boolean('must be true or false').default(true),
  /** Makes the traffic the same at every start. */
  seed: z.int('must be a whole number').optional(),
})
export type SimulatorReaderConfig = z.infer<typeof SimulatorReaderConfig>
