import type { Socket } from 'node:net'
import { DeviceError } from '../../device-error.ts'
import { InputPace, type InputPaceOptions, readPaced } from '../link/input-pace.ts'
import type { ByteConnection } from '../link/reconnecting-link.ts'
import type { Attempt } from '../link/reconnector.ts'

/** The kernel probes a connection that is silent for this long. */
const KEEP_ALIVE_MS = 15_000
/** What was sent last is given so long to go out. */
const GOES_OUT_WITHIN_MS = 1000
/** What a peer does not take is held in memory: requests and acks are a few bytes each. */
const UNSENT_MAX_BYTES = 64 * 1024

/**
 * The connection over a socket, whose end is the attempt's loss. What it brings is handed on at the
 * pace of the disk, and a peer that takes nothing is given up.
 */
export function socketConnection(
  socket: Socket,
  options: InputPaceOptions & { isCutAtOnce?: boolean },
  attempt: Pick<Attempt, 'isCurrent' | 'lost'>,
  onData: (bytes: Buffer) => void,
): ByteConnection {
  socket.setNoDelay(true)
  socket.setKeepAlive(true, KEEP_ALIVE_MS)
  readPaced(socket, new InputPace(options, attempt), (bytes) => {
    if (attempt.isCurrent) onData(bytes)
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
      // By its reset the kernel forgets what it would go on sending for minutes.
      if (options.isCutAtOnce && !socket.connecting && !socket.destroyed) {
        socket.resetAndDestroy()
        return closed
      }
      // What was sent last, such as the end of the reading, still goes out.
      const isTaken = socket.writableLength <= UNSENT_MAX_BYTES
      if (!socket.writable || socket.connecting || !isTaken) socket.destroy()
      else {
        socket.destroySoon()
        // A peer that takes nothing must not hold up a stop, nor keep its place.
        const cancel = options.timers.after(GOES_OUT_WITHIN_MS, () => socket.destroy())
        void closed.then(cancel)
      }
      return closed
    },
  }
}
