import type { z } from 'zod'
import { A0ReaderConfig } from './a0/config.ts'
import { ChafonReaderConfig } from './chafon/config.ts'
import { HidReaderConfig } from './hid/config.ts'
import { HttpReaderConfig } from './http/config.ts'
import { LineReaderConfig } from './line/config.ts'
import { M100ReaderConfig } from './m100/config.ts'
import { MqttReaderConfig } from './mqtt/config.ts'
import { Em18ReaderConfig, Id12laReaderConfig, Rdm6300ReaderConfig } from './proximity/config.ts'
import { LlrpReaderConfig } from './llrp/config.ts'
import type { ReaderContext } from './reader-context.ts'
import type { Reader } from './reader.ts'
import { SimulatorReaderConfig } from './simulator/config.ts'
import { ThingMagicReaderConfig } from './thingmagic/config.ts'

interface ReaderType<Schema extends z.ZodObject> {
  schema: Schema
  /** The port or address that no other reader may use; null where there is none. */
  resource: (config: z.infer<Schema>) => string | null
  open: (config: z.infer<Schema>, context: ReaderContext) => Promise<Reader>
}

/** Lets the functions of a type know what its schema parses. */
const readerType = <Schema extends z.ZodObject>(type: ReaderType<Schema>) => type

/**
 * The reader types by the `type` of their schema. A driver is imported where it is opened: a missing
 * native package fails the edges that use it and no others, and no configuration loads one.
 */
export const READER_TYPES = {
  line: readerType({
    schema: LineReaderConfig,
    resource: ({ path }) => path,
    async open(config, context) {
      const { lineDriver } = await import('./line/parser.ts')
      const { createSerialReader } = await import('./serial/serial-reader.ts')
      return createSerialReader(config, context, lineDriver)
    },
  }),
  hid: readerType({
    schema: HidReaderConfig,
    resource: ({ path }) => path,
    async open(config, context) {
      const { createHidReader } = await import('./hid/reader.ts')
      const grab = config.grab ? (await import('./hid/grab.ts')).grab : null
      return createHidReader(config, context, grab)
    },
  }),
  http: readerType({
    schema: HttpReaderConfig,
    resource: ({ url, port }) => url ?? `port ${port}`,
    async open(config, context) {
      const { createHttpReader } = await import('./http/reader.ts')
      return createHttpReader(config, context)
    },
  }),
  mqtt: readerType({
    schema: MqttReaderConfig,
    resource: ({ url, topic }) => `${url} ${topic}`,
    async open(config, context) {
      const { createMqttReader } = await import('./mqtt/reader.ts')
      return createMqttReader(config, context)
    },
  }),
  rdm6300: readerType({
    schema: Rdm6300ReaderConfig,
    resource: ({ path }) => path,
    async open(config, context) {
      const { stxDriver } = await import('./proximity/drivers.ts')
      const { createSerialReader } = await import('./serial/serial-reader.ts')
      return createSerialReader(config, context, stxDriver)
    },
  }),
  id12la: readerType({
    schema: Id12laReaderConfig,
    resource: ({ path }) => path,
    async open(config, context) {
      const { stxDriver } = await import('./proximity/drivers.ts')
      const { createSerialReader } = await import('./serial/serial-reader.ts')
      return createSerialReader(config, context, stxDriver)
    },
  }),
  em18: readerType({
    schema: Em18ReaderConfig,
    resource: ({ path }) => path,
    async open(config, context) {
      const { bareDriver } = await import('./proximity/drivers.ts')
      const { createSerialReader } = await import('./serial/serial-reader.ts')
      return createSerialReader(config, context, bareDriver)
    },
  }),
  m100: readerType({
    schema: M100ReaderConfig,
    resource: ({ path }) => path,
    async open(config, context) {
      const { M100Driver } = await import('./m100/driver.ts')
      const { createSerialReader } = await import('./serial/serial-reader.ts')
      return createSerialReader(config, context, new M100Driver(config))
    },
  }),
  chafon: readerType({
    schema: ChafonReaderConfig,
    resource: ({ path }) => path,
    async open(config, context) {
      const { createChafonDriver } = await import('./chafon/driver.ts')
      const { createSerialReader } = await import('./serial/serial-reader.ts')
      return createSerialReader(config, context, createChafonDriver(config))
    },
  }),
  a0: readerType({
    schema: A0ReaderConfig,
    resource: ({ path }) => path,
    async open(config, context) {
      const { createA0Driver } = await import('./a0/driver.ts')
      const { createSerialReader } = await import('./serial/serial-reader.ts')
      return createSerialReader(config, context, createA0Driver(config))
    },
  }),
  thingmagic: readerType({
    schema: ThingMagicReaderConfig,
    resource: ({ path }) => path,
    async open(config, context) {
      const { createThingMagicDriver } = await import('./thingmagic/driver.ts')
      const { createSerialReader } = await import('./serial/serial-reader.ts')
      return createSerialReader(config, context, createThingMagicDriver(config))
    },
  }),
  llrp: readerType({
    schema: LlrpReaderConfig,
    resource: ({ host, port }) => `${host}:${port}`,
    async open(config, context) {
      const { createLlrpReader } = await import('./llrp/reader.ts')
      return createLlrpReader(config, context)
    },
  }),
  simulator: readerType({
    schema: SimulatorReaderConfig,
    resource: () => null,
    async open(config, context) {
      const { createSimulator } = await import('./simulator/reader.ts')
      return createSimulator(config, context)
    },
  }),
}
