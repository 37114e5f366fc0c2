import { TokenBucket } from '../limits/token-bucket.ts'

const USUAL = { perSecond: 1 / 30, burst: 6 }
const AGAIN_AFTER_MS = 30_000
const AGAIN_MAX_MS = 3_600_000

/**
 * How often an agent may have what differs sent again because it says that it does, over all of its
 * connections: a sound one needs it once a connection, and a stolen key must not have the list all day. One
 * that nothing was mended of, as where its card takes nothing, is tried again after twice as long each time.
 */
export class RepairPace {
  readonly #usual = new TokenBucket(USUAL)
  #held = ''
  #againMs = 0

  /** Milliseconds until the next repair of an agent that holds this list; it counts as made. */
  takeMs(holds: string): number {
    const isMended = holds !== this.#held
    this.#held = holds
    this.#againMs = isMended ? 0 : Math.min(AGAIN_MAX_MS, 2 * this.#againMs || AGAIN_AFTER_MS)
    const wait = this.#usual.waitMs(1)
    this.#usual.spend(1)
    return Math.max(wait, this.#againMs)
  }
}
