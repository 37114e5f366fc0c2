import type { Logger } from 'pino'
import type { Timers } from '../../clock/timers.ts'
import { DeviceError } from '../../device-error.ts'
import type { ReaderDisk } from '../reader-context.ts'
import type { ByteLink, LinkEvents } from './byte-link.ts'
import { type Attempt, type Connection, Reconnector } from './reconnector.ts'

/** What every link needs of its reader. */
export interface LinkContext {
  log: Logger
  /** CLOCK_MONOTONIC, milliseconds. */
  monotonic: () => number
  timers: Timers
  disk?: ReaderDisk
  /** First delay before a device is tried again. */
  backoffFirstMs?: number
}

export interface ByteConnection extends Connection {
  /** @throws DeviceError */
  send(bytes: Uint8Array): void
}

/** The link whose single connections `connect` makes. */
export function createReconnectingLink(
  context: LinkContext,
  events: LinkEvents,
  named: { what: string; where: string },
  connect: (attempt: Attempt) => ByteConnection,
): ByteLink {
  let connection: ByteConnection | null = null
  const reconnector = new Reconnector({
    ...context,
    ...named,
    connect: (attempt) => (connection = connect(attempt)),
    onOpen: () => events.onOpen(),
    onLost: () => events.onLost(),
  })
  return {
    start: () => reconnector.start(),
    stop: () => reconnector.stop(),
    send(bytes) {
      if (connection === null) throw new DeviceError(`the ${named.what} is not open`)
      connection.send(bytes)
    },
    error: () => reconnector.error(),
    ready: () => reconnector.attempt()?.ready(),
    dataReceived: () => reconnector.attempt()?.dataReceived(),
    drop: (cause) => reconnector.attempt()?.lost(cause),
  }
}
