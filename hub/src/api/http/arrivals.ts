import type { IncomingMessage, ServerResponse } from 'node:http'

const MARK_EVERY_MS = 50

/** The events of an HTTP server that are listened to. */
interface ServerEvents {
  on(event: 'connection', listener: (socket: object) => void): unknown
  prependListener(
    event: 'request',
    listener: (request: IncomingMessage, response: ServerResponse) => void,
  ): unknown
}

/**
 * When requests arrived, by `performance.now()`: never later than they did. The moment of reading
 * does not tell: while the event loop is blocked, requests wait in the kernel.
 *
 * A poll of the loop reads all that has arrived. So once the poll after a moment is over, whatever
 * is read later arrived after that moment. Two kinds of requests may have waited for longer. A
 * connection is accepted by one poll and read by the next, and each poll accepts a single one. A
 * request that was sent behind others on its connection is not read before they are answered: it
 * counts as arrived with the first of those that are still unanswered.
 */
export class Arrivals {
  /** All that arrived before this moment has been read. */
  #readUpTo = performance.now()
  /** While poll after poll accepts a connection: those behind may have waited since then. */
  #acceptRun: { since: number; goesOn: boolean } | null = null
  /** Connections that were not read yet: since when each may have waited. */
  readonly #unread = new WeakMap<object, number>()
  /** Connections with unanswered requests: when the first of these arrived, and their number. */
  readonly #unanswered = new WeakMap<object, { since: number; count: number }>()
  readonly #arrived = new WeakMap<object, number>()
  readonly #timer: NodeJS.Timeout

  constructor() {
    this.#timer = setInterval(() => {
      const at = performance.now()
      setImmediate(() => (this.#readUpTo = at))
    }, MARK_EVERY_MS).unref()
  }

  /** Follows a server; its other listeners get a request only after this. */
  watch(server: ServerEvents): void {
    server.on('connection', (socket) => {
      this.#unread.set(socket, this.#currentRun().since)
      // By then the connection was read for the first time.
      setImmediate(() => setImmediate(() => this.#unread.delete(socket)))
    })
    server.prependListener('request', (request, response) => {
      const { socket } = request
      const open = this.#unanswered.get(socket) ?? { since: this.#readAt(socket), count: 0 }
      open.count++
      this.#unanswered.set(socket, open)
      this.#arrived.set(request, open.since)
      response.once('close', () => {
        if (--open.count === 0) this.#unanswered.delete(socket)
      })
    })
  }

  /** A moment of `performance.now()` that is not later than the arrival of the request. */
  of(request: IncomingMessage): number {
    return this.#arrived.get(request) ?? this.#readUpTo
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #readAt(socket: object): number {
    return Math.min(this.#readUpTo, this.#unread.get(socket) ?? Infinity)
  }

  #currentRun(): { since: number } {
    if (this.#acceptRun) {
      this.#acceptRun.goesOn = true
      return this.#acceptRun
    }
    const run = { since: this.#readUpTo, goesOn: true }
    this.#acceptRun = run
    const checkRun = () => {
      if (!run.goesOn) {
        this.#acceptRun = null
        return
      }
      run.goesOn = false
      setImmediate(checkRun)
    }
    setImmediate(checkRun)
    return run
  }
}
