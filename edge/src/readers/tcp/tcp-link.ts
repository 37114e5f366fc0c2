import { connect } from 'node:net'
import { DeviceError } from '../../device-error.ts'
import type { ByteLink, LinkEvents } from '../link/byte-link.ts'
import { type LinkContext, createReconnectingLink } from '../link/reconnecting-link.ts'
import type { Attempt } from '../link/reconnector.ts'
import { socketConnection } from './socket-connection.ts'

/** Without a limit the kernel waits minutes for a host that does not answer. */
const CONNECT_WITHIN_MS = 10_000

export interface TcpLinkOptions extends LinkContext {
  host: string
  port: number
  /** What the peer has not got when the connection ends never reaches it. */
  isCutAtOnce?: boolean
}

/** A TCP connection to a device that listens. */
export function createTcpLink(options: TcpLinkOptions, events: LinkEvents): ByteLink {
  const where = `${options.host}:${options.port}`
  return createReconnectingLink(options, events, { what: 'connection', where }, (attempt) =>
    openSocket(options, events, attempt),
  )
}

function openSocket(options: TcpLinkOptions, events: LinkEvents, attempt: Attempt) {
  const { host, port, timers } = options
  const socket = connect({ host, port })
  const cancelWait = timers.after(CONNECT_WITHIN_MS, () =>
    attempt.lost(new DeviceError(`${host}:${port} does not answer`)),
  )
  socket.on('connect', () => {
    cancelWait()
    attempt.opened()
  })
  const connection = socketConnection(socket, options, attempt, (bytes) => events.onData(bytes))
  return {
    ...connection,
    close() {
      cancelWait()
      return connection.close()
    },
  }
}
