import { parseScanUid } from '@vehicle-control/protocol'
import { z } from 'zod'
import { describeChoiceFault } from '../config-choice.ts'

const ID_PATTERN = /^[A-Za-z0-9._-]{1,64}$/
const MAX_BAUD_RATE = 4_000_000

const id = z
  .string('must be a text that names the reader, such as "gate"')
  .regex(ID_PATTERN, 'must be 1 to 64 letters, digits, dots, hyphens or underscores')

const silentAfterMs = z
  .int('must be a whole number of milliseconds; 0 turns it off')
  .min(0, 'must not be negative; 0 turns it off')
  .default(0)

/** A reader that prints one tag a line on a serial port. */
export const LineReaderConfig = z.strictObject({
  id,
  type: z.literal('line'),
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
})
export type LineReaderConfig = z.infer<typeof LineReaderConfig>

const demoTags = [
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
  id,
  type: z.literal('simulator'),
  /** The fleet. */
  tags: z.array(tag, 'must be a list of tags').min(1, 'must hold a tag').default(demoTags),
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

const supportedTypes = ['line', 'simulator']
/** Types of the design that this version has no driver for. */
const plannedTypes = new Set([
  'rdm6300',
  'id12la',
  'em18',
  'm100',
  'chafon',
  'a0',
  'thingmagic',
  'llrp',
  'mqtt',
  'hid',
])

/** A reader of EDGE_CONFIG; `type` chooses the driver. */
export const ReaderConfig = z.discriminatedUnion(
  'type',
  [LineReaderConfig, SimulatorReaderConfig],
  {
    error: (issue) =>
      describeChoiceFault(issue.input, {
        key: 'type',
        object: 'must be an object with id and type',
        noun: 'reader type',
        supported: supportedTypes,
        planned: plannedTypes,
      }),
  },
)
export type ReaderConfig = z.infer<typeof ReaderConfig>
