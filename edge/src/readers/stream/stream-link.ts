import type { DeviceLink } from '../device/device-reader.ts'
import { addressRange, listenAddress } from '../tcp/listen-fields.ts'
import { placeOf, type StreamSettings } from './stream-fields.ts'

/** The link that a reader's settings choose. Only its own code is loaded: a TCP reader needs no serialport. */
export async function streamLink(settings: StreamSettings): Promise<DeviceLink> {
  const { path, baudRate, dtr, rts, host = '', port = 0, listen, from = '' } = settings
  const where = placeOf(settings)
  if (path !== undefined) {
    const { createSerialLink } = await import('../serial/serial-link.ts')
    return {
      where,
      open: (context, events) => createSerialLink({ ...context, path, baudRate, dtr, rts }, events),
    }
  }
  if (listen !== undefined) {
    const at = listenAddress(listen)
    const range = addressRange(from)
    if (at === null || range === null) throw new Error('the schema lets no such address pass')
    const { createDialInLink } = await import('../tcp/dial-in-link.ts')
    return {
      where,
      isUnauthenticated: true,
      open: (context, events) =>
        createDialInLink({ ...context, ...at, where, from: range }, events),
    }
  }
  const { createTcpLink } = await import('../tcp/tcp-link.ts')
  return {
    where,
    open: (context, events) => createTcpLink({ ...context, host, port }, events),
  }
}
