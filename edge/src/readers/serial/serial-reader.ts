import type { DeviceDriver } from '../device/device-driver.ts'
import { createDeviceReader, type DeviceLink } from '../device/device-reader.ts'
import type { CoreConfig } from '../device/reader-core.ts'
import type { ReaderContext } from '../reader-context.ts'
import type { Reader } from '../reader.ts'
import type { SerialReaderConfig } from './serial-fields.ts'
import { createSerialLink } from './serial-link.ts'

/** The serial port of a reader's configuration. */
export function serialLink({ path, baudRate, dtr, rts }: SerialReaderConfig): DeviceLink {
  return {
    where: path,
    open: (context, events) => createSerialLink({ ...context, path, baudRate, dtr, rts }, events),
  }
}

/** The reader of a device on a serial port. */
export function createSerialReader<Frame>(
  config: SerialReaderConfig & CoreConfig,
  context: ReaderContext,
  driver: DeviceDriver<Frame>,
): Reader {
  return createDeviceReader(config, context, driver, serialLink(config))
}
