import type { DeviceDriver } from '../readers/device/device-driver.ts'
import { createDeviceReader } from '../readers/device/device-reader.ts'
import type { CoreConfig } from '../readers/device/reader-core.ts'
import { emulatedLink } from './emulators/emulated-link.ts'
import type { EmulatedDevice } from './emulators/emulator.ts'
import { createManualTime } from './manual-time.ts'
import { readerContext } from './reader-context.ts'

const STEP_MS = 10

/** A driver and an emulated device on one wire, in time that passes only in `pass`. */
export function createDeviceBench() {
  const time = createManualTime({ mono: 1000 })
  const context = readerContext({ monotonic: time.monotonic, timers: time.timers })
  return {
    time,
    context,
    uids: () => context.reads.map(({ uid }) => uid),
    open<Frame>(config: CoreConfig, driver: DeviceDriver<Frame>, device: EmulatedDevice) {
      const reader = createDeviceReader(config, context, driver, emulatedLink(device))
      reader.start()
      return reader
    },
    /** In steps short enough for what is answered to be asked on. */
    async pass(ms: number): Promise<void> {
      for (let left = ms; left > 0; left -= STEP_MS) {
        time.advance(Math.min(left, STEP_MS))
        await new Promise<void>((resolve) => setImmediate(resolve))
      }
    },
  }
}
