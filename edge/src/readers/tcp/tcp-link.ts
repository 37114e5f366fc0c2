import { connect } from 'node:net'
import { DeviceError } from '../../device-error.ts'
import type { ByteLink, LinkEvents } from '../link/byte-link.ts'
import { InputPace, readPaced } from '../link/input-pace.ts'
import { type LinkContext, createReconnectingLink } from '../link/reconnecting-link.ts'
import type { Attempt } from '../link/reconnector.ts'

/** Without a limit the kernel waits minutes for a host that does not answer. */
const CONNECT_WITHIN_MS = 10_000
/** The kernel probes a connection that is silent for this long. */
const KEEP_ALIVE_MS = 15_000
/** What a peer does not take is held in memory: requests and acks are a few bytes each. */
const UNSENT_MAX_BYTES = 64 * 1024

export interface TcpLinkOptions extends LinkContext {
  host: string
  port: number
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
  const socket = connect({ host, port, noDelay: true, keepAlive: true })
  socket.setKeepAlive(true, KEEP_ALIVE_MS)
  const cancelWait = timers.after(CONNECT_WITHIN_MS, () =>
    attempt.lost(new DeviceError(`${host}:${port} does not answer`)),
  )
  socket.on('connect', () => {
    cancelWait()
    attempt.opened()
  })
  readPaced(socket, new InputPace(options, attempt), (bytes) => {
    if (attempt.isCurrent) events.onData(bytes)
  })
  socket.on('error', (error) => attempt.lost(error))
  socket.on('close', () => attempt.lost(new DeviceError('the reader closed the connection')))
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return {
    send(bytes: Uint8Array) {
      if (!socket.writable) throw new DeviceError('the connection is not open')
      if (socket.writableLength > UNSENT_MAX_BYTES) {
        const fault = new DeviceError('the reader takes nothing of what it is sent')
        attempt.lost(fault)
        throw fault
      }
      socket.write(bytes)
    },
    close() {
      cancelWait()
      // What was sent last, such as the end of the reading, still goes out.
      const isTaken = socket.writableLength <= UNSENT_MAX_BYTES
      if (socket.writable && !socket.connecting && isTaken) socket.destroySoon()
      else socket.destroy()
      return closed
    },
  }
}
