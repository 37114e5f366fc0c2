import type { Duplex } from 'node:stream'
import { PEER_DEAD_AFTER_MS } from '@vehicle-control/protocol'
import type { WebSocket } from 'ws'

const HELLO_WITHIN_MS = 5000
const MESSAGE_WITHIN_MS = 10_000
/**
 * Limit of bytes that the peer has not read: a sound agent has only a welcome and some acks to
 * read.
 */
const UNREAD_MAX_BYTES = 256 * 1024
const TICK_MS = 1000

/** Why a peer is cut off: it is too slow or too fast. */
export type GuardFault = 'hello_timeout' | 'slow_frame' | 'silent' | 'too_many_frames' | 'unread'

/** Limit of the frames of one connection, of all types. */
export const FRAME_PACE = { perSecond: 100, burst: 400 }

/**
 * Enforces one peer's timeouts: hello within 5 s, a message complete within 10 s, a message every
 * 45 s; and that it reads what it is sent. `ws` itself limits size and fragments.
 */
export class SocketGuard {
  readonly #socket: WebSocket
  readonly #timer: NodeJS.Timeout
  readonly #openedAt = performance.now()
  #lastMessageAt = this.#openedAt
  /** When a message began that is not complete yet. */
  #begunAt: number | null = null
  #isGreeted = false
  #isPaused = false

  constructor(socket: WebSocket, stream: Duplex, onFault: (fault: GuardFault) => void) {
    this.#socket = socket
    // Runs before the receiver's own listener: first the bytes of a message, then its end.
    stream.prependListener('data', () => (this.#begunAt ??= performance.now()))
    for (const event of ['ping', 'pong'] as const) socket.on(event, () => (this.#begunAt = null))
    // Pings and pongs of the WebSocket do not count: they go on when the agent itself hangs.
    socket.on('message', () => {
      this.#begunAt = null
      this.#lastMessageAt = performance.now()
      this.#isGreeted = true
    })
    this.#timer = setInterval(() => {
      const fault = this.#fault(performance.now())
      if (fault !== null) onFault(fault)
    }, TICK_MS)
    socket.on('close', () => clearInterval(this.#timer))
  }

  /** Pauses the timeouts, since the hub has stopped reading from this peer. */
  pause(): void {
    this.#isPaused = true
  }

  /** Starts the timeouts anew, since the hub reads again. */
  resume(): void {
    this.#isPaused = false
    this.#lastMessageAt = performance.now()
    if (this.#begunAt !== null) this.#begunAt = this.#lastMessageAt
  }

  #fault(now: number): GuardFault | null {
    // Checked even while paused: each frame that the peer sends adds answers that it does not read.
    if (this.#socket.bufferedAmount > UNREAD_MAX_BYTES) return 'unread'
    if (this.#isPaused) return null
    if (!this.#isGreeted && now - this.#openedAt > HELLO_WITHIN_MS) return 'hello_timeout'
    if (this.#begunAt !== null && now - this.#begunAt > MESSAGE_WITHIN_MS) return 'slow_frame'
    return now - this.#lastMessageAt > PEER_DEAD_AFTER_MS ? 'silent' : null
  }
}
