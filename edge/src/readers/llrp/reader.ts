import { createDeviceReader } from '../device/device-reader.ts'
import type { ReaderContext } from '../reader-context.ts'
import type { Reader } from '../reader.ts'
import { createTcpLink } from '../tcp/tcp-link.ts'
import type { LlrpReaderConfig } from './config.ts'
import { createLlrpDriver } from './driver.ts'

/** The reader that speaks LLRP at this address. */
export function createLlrpReader(config: LlrpReaderConfig, context: ReaderContext): Reader {
  const { host, port } = config
  return createDeviceReader(config, context, createLlrpDriver(config), {
    where: `${host}:${port}`,
    open: (linkContext, events) => createTcpLink({ ...linkContext, host, port }, events),
  })
}
