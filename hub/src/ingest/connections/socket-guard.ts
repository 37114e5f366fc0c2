import type { Duplex } from 'node:stream'
import { PEER_DEAD_AFTER_MS } from '@vehicle-control/protocol'
import { BurstyRateLimiter, RateLimiterMemory } from 'rate-limiter-flexible'
import type { WebSocket } from 'ws'

const HELLO_WITHIN_MS = 5000
const MESSAGE_WITHIN_MS = 10_000
const TICK_MS = 1000

/** The fault of its pace for which a peer is cut off. */
export type GuardFault = 'hello_timeout' | 'slow_frame' | 'silent' | 'too_many_frames'

/** 100 frames a second with bursts of 400, for every connection by its own key. */
export function createFrameLimiter(): BurstyRateLimiter {
  return new BurstyRateLimiter(
    new RateLimiterMemory({ keyPrefix: 'frames', points: 100, duration: 1 }),
    new RateLimiterMemory({ keyPrefix: 'burst', points: 300, duration: 30 }),
  )
}

/**
 * Watches one peer's pace: hello within 5 s, a begun message ended within 10 s, something heard
 * every 45 s. `ws` itself limits size and fragments.
 */
export class SocketGuard {
  readonly #timer: NodeJS.Timeout
  readonly #started = performance.now()
  #heard = this.#started
  #begun: number | null = null
  #greeted = false

  constructor(socket: WebSocket, stream: Duplex, onFault: (fault: GuardFault) => void) {
    // Before the receiver's own listener, so that the end of a message comes after its bytes.
    stream.prependListener('data', () => (this.#begun ??= performance.now()))
    for (const event of ['message', 'ping', 'pong'] as const) {
      socket.on(event, () => {
        this.#begun = null
        this.#heard = performance.now()
      })
    }
    this.#timer = setInterval(() => {
      const fault = this.#fault(performance.now())
      if (fault !== null) onFault(fault)
    }, TICK_MS)
    socket.on('close', () => clearInterval(this.#timer))
  }

  /** Notes that hello has come. */
  greeted(): void {
    this.#greeted = true
  }

  #fault(now: number): GuardFault | null {
    if (!this.#greeted && now - this.#started > HELLO_WITHIN_MS) return 'hello_timeout'
    if (this.#begun !== null && now - this.#begun > MESSAGE_WITHIN_MS) return 'slow_frame'
    return now - this.#heard > PEER_DEAD_AFTER_MS ? 'silent' : null
  }
}
