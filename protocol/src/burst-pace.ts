/** How a stage between reader and screen groups its items. */
export interface PaceOptions {
  /** Groups that may go without a wait after a quiet time. */
  burst: number
  /** How many of these are regained each second. */
  refillPerSecond: number
  /** Beyond the burst: the time from the start of one group to the next; read anew each time. */
  groupMs: number
}

/**
 * A token bucket that says when a group may go: at once while tokens last, then one each `groupMs`.
 * Over any span that is at most the burst, its refill and one each `groupMs`. Pure: the caller gives
 * monotonic milliseconds.
 */
export class BurstPace {
  readonly #options: PaceOptions
  #bucket: number
  #filledAt = Number.NEGATIVE_INFINITY
  #lastBegan = Number.NEGATIVE_INFINITY

  constructor(options: PaceOptions) {
    this.#options = options
    this.#bucket = options.burst
  }

  /** Milliseconds to wait before the next group; 0: it may go now. */
  waitMs(now: number): number {
    if (this.#inBucket(now) >= 1) return 0
    return Math.max(0, this.#lastBegan + this.#options.groupMs - now)
  }

  /** Notes that a group goes. One that was due anyway costs no token. */
  begin(now: number): void {
    const isDue = now >= this.#lastBegan + this.#options.groupMs
    this.#bucket = Math.max(0, this.#inBucket(now) - (isDue ? 0 : 1))
    this.#filledAt = now
    this.#lastBegan = now
  }

  #inBucket(now: number): number {
    const { burst, refillPerSecond } = this.#options
    return Math.min(burst, this.#bucket + ((now - this.#filledAt) * refillPerSecond) / 1000)
  }
}
