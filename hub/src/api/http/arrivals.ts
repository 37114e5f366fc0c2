import type { IncomingMessage, ServerResponse } from 'node:http'

const LOOK_EVERY_MS = 50

/** What HTTP servers tell of their connections and requests. */
interface Requests {
  on(event: 'connection', listener: (socket: object) => void): unknown
  prependListener(
    event: 'request',
    listener: (request: IncomingMessage, response: ServerResponse) => void,
  ): unknown
}

/**
 * When requests arrived, of `performance.now()`: never later than they did. What an event loop that was
 * held reads may have waited in the kernel for all that time, so that the moment of reading says nothing.
 *
 * What one poll of the loop reads came after the poll before it had looked: a moment counts from the end
 * of the poll that follows it. Two kinds of requests wait for longer. A connection is accepted by one poll
 * and read by the next, and each poll accepts a single one. A request that was sent behind others is not
 * read while they are: it counts as the first of those that are not answered yet.
 */
export class Arrivals {
  #looked = performance.now()
  /** While each poll accepts a connection: others may have waited behind it since then. */
  #rush: { since: number; goesOn: boolean } | null = null
  /** Since when a connection that is new may have waited. */
  readonly #fresh = new WeakMap<object, number>()
  /** Of connections with requests that are not answered yet: when the first of them arrived. */
  readonly #unanswered = new WeakMap<object, { since: number; count: number }>()
  readonly #arrived = new WeakMap<object, number>()
  readonly #timer: NodeJS.Timeout

  constructor() {
    this.#timer = setInterval(() => {
      const at = performance.now()
      setImmediate(() => (this.#looked = at))
    }, LOOK_EVERY_MS).unref()
  }

  /** Follows a server, which passes requests on only after this. */
  watch(server: Requests): void {
    server.on('connection', (socket) => {
      this.#fresh.set(socket, this.#rushed().since)
      // By then it was read for the first time.
      setImmediate(() => setImmediate(() => this.#fresh.delete(socket)))
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

  of(request: IncomingMessage): number {
    return this.#arrived.get(request) ?? this.#looked
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #readAt(socket: object): number {
    return Math.min(this.#looked, this.#fresh.get(socket) ?? Infinity)
  }

  #rushed(): { since: number } {
    if (this.#rush) {
      this.#rush.goesOn = true
      return this.#rush
    }
    const rush = { since: this.#looked, goesOn: true }
    this.#rush = rush
    const look = () => {
      if (!rush.goesOn) {
        this.#rush = null
        return
      }
      rush.goesOn = false
      setImmediate(look)
    }
    setImmediate(look)
    return rush
  }
}
