import type { DeviceLink } from '../../readers/device/device-reader.ts'
import { linkOver } from '../../readers/link/link-over.ts'
import type { EmulatedDevice } from './emulator.ts'

/** A wire to a device in the same process, without a port: what is said is heard at once. */
export function emulatedLink(device: EmulatedDevice): DeviceLink {
  return {
    where: 'wire',
    open: (context, events) =>
      linkOver(context, events, { what: 'wire', where: 'wire' }, (attempt) => {
        // The link is told after it has its connection, as one over a port is.
        queueMicrotask(() => {
          device.attach((bytes) => attempt.isCurrent && events.onData(Buffer.from(bytes)))
          attempt.opened()
        })
        return {
          send: (bytes) => device.receive(Buffer.from(bytes)),
          async close() {
            device.detach()
          },
        }
      }),
  }
}
