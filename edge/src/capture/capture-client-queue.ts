import type { Socket } from 'node:net'
import type { CaptureLine } from './capture-line.ts'

/** Most bytes that may wait for a client that does not keep up. */
const WAITING_MAX = 256 * 1024

/** The lines of one client: a slow one loses some and gets their number; a reader never waits. */
export class CaptureClientQueue {
  readonly #socket: Socket
  #lost = 0

  constructor(socket: Socket) {
    this.#socket = socket
    socket.on('drain', () => this.#reportLost())
  }

  send(line: CaptureLine): void {
    if (this.#socket.writableLength > WAITING_MAX) {
      this.#lost++
      return
    }
    this.#reportLost()
    this.#write(line)
  }

  /** The last line. */
  end(line: CaptureLine): void {
    this.#socket.end(`${JSON.stringify(line)}\n`)
  }

  #reportLost(): void {
    if (this.#lost === 0) return
    this.#write({ lost: this.#lost })
    this.#lost = 0
  }

  #write(line: CaptureLine): void {
    this.#socket.write(`${JSON.stringify(line)}\n`)
  }
}
