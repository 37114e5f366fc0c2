import type { z } from 'zod'
import { LineReaderConfig } from './line/config.ts'
import type { ReaderContext } from './reader-context.ts'
import type { Reader } from './reader.ts'
import { SimulatorReaderConfig } from './simulator/config.ts'

/** Holds a schema and the opener of what it parses together. */
function readerType<Schema extends z.ZodObject>(
  schema: Schema,
  open: (config: z.infer<Schema>, context: ReaderContext) => Promise<Reader>,
) {
  return { schema, open }
}

/**
 * The reader types by the `type` of their schema. A driver is imported where it is opened: a missing
 * native package fails the edges that use it and no others, and no configuration loads one.
 */
export const READER_TYPES = {
  line: readerType(LineReaderConfig, async (config, context) => {
    const { createLineParser } = await import('./line/parser.ts')
    const { createSerialReader } = await import('./serial/serial-reader.ts')
    return createSerialReader(config, context, createLineParser)
  }),
  simulator: readerType(SimulatorReaderConfig, async (config, context) => {
    const { createSimulator } = await import('./simulator/reader.ts')
    return createSimulator(config, context)
  }),
}

/** Types of the design that this version has no driver for. */
export const PLANNED_READER_TYPES: ReadonlySet<string> = new Set([
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
