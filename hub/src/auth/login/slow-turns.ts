/** Between two tries of one slowed address. */
const TURN_EVERY_MS = 500
/** A try that would have to wait for longer is to come back. */
const LONGEST_WAIT_MS = 5000
const SWEPT_FROM = 1000

/** Gives turns to tries that are slowed: one after the other, by the key that they share. */
export class SlowTurns {
  /** The first free turn, of `performance.now()`. */
  readonly #next = new Map<string, number>()

  /** Seconds after which there is a turn again; 0: now. */
  waitS(key: string): number {
    const waitMs = this.#waitMs(key) - LONGEST_WAIT_MS
    return Math.max(0, Math.ceil(waitMs / 1000))
  }

  /** Takes the next turn; returns the milliseconds until it. */
  take(key: string): number {
    const waitMs = this.#waitMs(key)
    const now = performance.now()
    if (this.#next.size >= SWEPT_FROM) {
      for (const [each, at] of this.#next) if (at <= now) this.#next.delete(each)
    }
    this.#next.set(key, now + waitMs + TURN_EVERY_MS)
    return waitMs
  }

  #waitMs(key: string): number {
    return Math.max(0, (this.#next.get(key) ?? 0) - performance.now())
  }
}
