import type { DeviceLink } from '../../readers/device/device-reader.ts'
import { createReconnectingLink } from '../../readers/link/reconnecting-link.ts'
import type { EmulatedDevice } from './emulator.ts'

/** A wire to a device in the same process, without a port: what is said is heard at once. */
export function emulatedLink(device: EmulatedDevice): DeviceLink {
  return {
    where: 'wire',
    open: (context, events) =>
      createReconnectingLink(context, events, { what: 'wire', where: 'wire' }, (attempt) => {
        // Deferred: the link must have its connection first, as over a port.
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
