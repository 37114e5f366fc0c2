import { z } from 'zod'
import { describeChoiceFault } from '../config-choice.ts'
import { LineReaderConfig } from './line/config.ts'
import { SimulatorReaderConfig } from './simulator/config.ts'

const DRIVER_CONFIGS = [LineReaderConfig, SimulatorReaderConfig] as const

/** Types of the design that this version has no driver for. */
const PLANNED_TYPES = new Set([
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
export const ReaderConfig = z.discriminatedUnion('type', DRIVER_CONFIGS, {
  error: (issue) =>
    describeChoiceFault(issue.input, {
      key: 'type',
      object: 'must be an object with id and type',
      noun: 'reader type',
      supported: DRIVER_CONFIGS.map((config) => config.shape.type.value),
      planned: PLANNED_TYPES,
    }),
})
export type ReaderConfig = z.infer<typeof ReaderConfig>
