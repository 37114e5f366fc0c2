import type { z } from 'zod'
import { A0ReaderConfig } from './a0/config.ts'
import { ChafonReaderConfig } from './chafon/config.ts'
import { ChafonCfReaderConfig } from './chafon-cf/config.ts'
import { HidReaderConfig } from './hid/config.ts'
import { HttpReaderConfig } from './http/config.ts'
import { LineReaderConfig } from './line/config.ts'
import { LlrpReaderConfig } from './llrp/config.ts'
import { M100ReaderConfig } from './m100/config.ts'
import { MqttReaderConfig } from './mqtt/config.ts'
import { Em18ReaderConfig, Id12laReaderConfig, Rdm6300ReaderConfig } from './proximity/config.ts'
import type { DeviceDriver } from './device/device-driver.ts'
import type { ReaderContext } from './reader-context.ts'
import type { Reader } from './reader.ts'
import { SimulatorReaderConfig } from './simulator/config.ts'
import { placeOf, type StreamReaderConfig } from './stream/stream-fields.ts'
import { ThingMagicReaderConfig } from './thingmagic/config.ts'
import { WiegandReaderConfig } from './wiegand/config.ts'

interface ReaderType<Schema extends z.ZodObject> {
  schema: Schema
  /** The port or address that no other reader may use; null where there is none. */
  resource: (config: z.infer<Schema>) => string | null
  open: (config: z.infer<Schema>, context: ReaderContext) => Promise<Reader>
}

/** Lets the functions of a type know what its schema parses. */
const readerType = <Schema extends z.ZodObject>(type: ReaderType<Schema>) => type

/** A type whose device is a stream of bytes: its driver is known apart from any link. */
interface StreamType<
  Schema extends z.ZodType<StreamReaderConfig> & z.ZodObject,
  Frame,
> extends ReaderType<Schema> {
  driver: (config: z.infer<Schema>) => Promise<DeviceDriver<Frame>>
}

/**
 * A type that consists of a schema, made by `streamSchema`, and a driver. It is read over whichever
 * link its configuration has: a serial port, a TCP connection, or one that the reader dials in with.
 */
function streamType<Schema extends z.ZodType<StreamReaderConfig> & z.ZodObject, Frame>(
  schema: Schema,
  driver: StreamType<Schema, Frame>['driver'],
): StreamType<Schema, Frame> {
  return {
    schema,
    driver,
    resource: placeOf,
    async open(config, context) {
      const [own, { streamLink }, { createDeviceReader }] = await Promise.all([
        driver(config),
        import('./stream/stream-link.ts'),
        import('./device/device-reader.ts'),
      ])
      return createDeviceReader(config, context, own, await streamLink(config))
    },
  }
}

/**
 * The reader types by the `type` of their schema. A driver is imported where it is opened: a missing
 * native package fails only the edges that use it, and parsing a configuration loads none.
 */
export const READER_TYPES = {
  line: streamType(LineReaderConfig, async (config) => {
    const { createLineDriver } = await import('./line/parser.ts')
    return createLineDriver(config)
  }),
  rdm6300: streamType(
    Rdm6300ReaderConfig,
    async () => (await import('./proximity/drivers.ts')).stxDriver,
  ),
  id12la: streamType(
    Id12laReaderConfig,
    async () => (await import('./proximity/drivers.ts')).stxDriver,
  ),
  em18: streamType(
    Em18ReaderConfig,
    async () => (await import('./proximity/drivers.ts')).bareDriver,
  ),
  m100: streamType(M100ReaderConfig, async (config) => {
    const { M100Driver } = await import('./m100/driver.ts')
    return new M100Driver(config)
  }),
  chafon: streamType(ChafonReaderConfig, async (config) => {
    const { createChafonDriver } = await import('./chafon/driver.ts')
    return createChafonDriver(config)
  }),
  chafon_cf: streamType(ChafonCfReaderConfig, async (config) => {
    const { createChafonCfDriver } = await import('./chafon-cf/driver.ts')
    return createChafonCfDriver(config)
  }),
  a0: streamType(A0ReaderConfig, async (config) => {
    const { createA0Driver } = await import('./a0/driver.ts')
    return createA0Driver(config)
  }),
  thingmagic: streamType(ThingMagicReaderConfig, async (config) => {
    const { createThingMagicDriver } = await import('./thingmagic/driver.ts')
    return createThingMagicDriver(config)
  }),
  llrp: readerType({
    schema: LlrpReaderConfig,
    resource: ({ host, port }) => `${host}:${port}`,
    async open(config, context) {
      const { createLlrpReader } = await import('./llrp/reader.ts')
      return createLlrpReader(config, context)
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
  http: readerType({
    schema: HttpReaderConfig,
    resource: ({ url, port }) => url ?? `port ${port}`,
    async open(config, context) {
      const { createHttpReader } = await import('./http/reader.ts')
      return createHttpReader(config, context)
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
  wiegand: readerType({
    schema: WiegandReaderConfig,
    resource: ({ simulated = null }) => simulated,
    async open(config, context) {
      const { createWiegandReader } = await import('./wiegand/reader.ts')
      const { openSimulatedWires, openWires } = await import('./wiegand/wires.ts')
      const { simulated } = config
      if (simulated !== undefined) {
        return createWiegandReader(config, context, () => openSimulatedWires(simulated, config))
      }
      const { loadGpioSystem } = await import('../gpio/gpio-system.ts')
      const system = await loadGpioSystem()
      return createWiegandReader(config, context, () => openWires(system, config))
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
