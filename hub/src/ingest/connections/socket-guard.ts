import type { Duplex } from 'node:stream'
import { PEER_DEAD_AFTER_MS } from '@vehicle-control/protocol'
import type { WebSocket } from 'ws'

const HELLO_WITHIN_MS = 5000
const MESSAGE_WITHIN_MS = 10_000
/** An honest agent has a welcome and some acks before it. */
const UNREAD_MAX_BYTES = 256 * 1024
const TICK_MS = 1000

/** The fault of its pace for which a peer is cut off. */
export type GuardFault = 'hello_timeout' | 'slow_frame' | 'silent' | 'too_many_frames' | 'unread'

/** Frames of one connection, of whatever kind. */
export const FRAME_PACE = { perSecond: 100, burst: 400 }

/**
 * Watches one peer's pace: hello within 5 s, a begun message ended within 10 s, a message
 * every 45 s, and that it reads what it is answered. `ws` itself limits size and fragments.
 */
export class SocketGuard {
  readonly #socket: WebSocket
  readonly #timer: NodeJS.Timeout
  readonly #started = performance.now()
  #heard = this.#started
  #begun: number | null = null
  #greeted = false
  #isHeld = false

  constructor(socket: WebSocket, stream: Duplex, onFault: (fault: GuardFault) => void) {
    this.#socket = socket
    // Before the receiver's own listener, so that the end of a message comes after its bytes.
    stream.prependListener('data', () => (this.#begun ??= performance.now()))
    for (const event of ['ping', 'pong'] as const) socket.on(event, () => (this.#begun = null))
    // No ping or pong of WebSocket's own: those go on where the agent itself has come to a stop.
    socket.on('message', () => {
      this.#begun = null
      this.#heard = performance.now()
      this.#greeted = true
    })
    this.#timer = setInterval(() => {
      const fault = this.#fault(performance.now())
      if (fault !== null) onFault(fault)
    }, TICK_MS)
    socket.on('close', () => clearInterval(this.#timer))
  }

  /** We read nothing from now on: what the peer does meanwhile is no fault of its own. */
  hold(): void {
    this.#isHeld = true
  }

  /** We read again: the peer's times begin anew. */
  release(): void {
    this.#isHeld = false
    this.#heard = performance.now()
    if (this.#begun !== null) this.#begun = this.#heard
  }

  #fault(now: number): GuardFault | null {
    // What it does not read waits here, and each frame that it sends adds to that.
    if (this.#socket.bufferedAmount > UNREAD_MAX_BYTES) return 'unread'
    if (this.#isHeld) return null
    if (!this.#greeted && now - this.#started > HELLO_WITHIN_MS) return 'hello_timeout'
    if (this.#begun !== null && now - this.#begun > MESSAGE_WITHIN_MS) return 'slow_frame'
    return now - this.#heard > PEER_DEAD_AFTER_MS ? 'silent' : null
  }
}
