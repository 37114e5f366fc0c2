import type { FixtureLine } from '../capture/fixture-file.ts'
import type { DeviceDriver } from '../readers/device/device-driver.ts'
import { createDeviceReader } from '../readers/device/device-reader.ts'
import type { CoreConfig } from '../readers/device/reader-core.ts'
import type { LinkEvents } from '../readers/link/byte-link.ts'
import type { TagRead } from '../readers/reader.ts'
import { readerContext } from './reader-context.ts'

/**
 * What a driver finds in the bytes of a saved capture, a list for each of its lines. What the driver
 * sends goes nowhere: the answers stand in the capture.
 */
export async function replayCapture<Frame>(
  driver: DeviceDriver<Frame>,
  config: CoreConfig,
  lines: readonly FixtureLine[],
): Promise<TagRead[][]> {
  const context = readerContext()
  let link: LinkEvents | null = null
  const reader = createDeviceReader(config, context, driver, {
    where: 'capture',
    open(_, events) {
      link = events
      return {
        start: () => events.onOpen(),
        stop: async () => {},
        send() {},
        error: () => null,
        ready() {},
        dataReceived() {},
        drop() {},
      }
    },
  })
  reader.start()
  const found = lines.map(({ direction, hex }) => {
    const before = context.reads.length
    if (direction === 'in') link?.onData(Buffer.from(hex, 'hex'))
    return context.reads.slice(before)
  })
  await reader.stop()
  return found
}
