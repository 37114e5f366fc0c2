/** How a stage on the way from reader to screen gathers what comes. */
export interface PaceOptions {
  /** Groups that may follow each other at once after a quiet time. */
  burst: number
  /** So many of them come back in a second. */
  refillPerSecond: number
  /** Beyond the burst a group gathers for this long after the last one began. */
  groupMs: number
}

/**
 * When a group may go: at once while a bucket of them lasts, and beyond it each `groupMs`. Over any
 * span that is at most the burst, its refill and one each `groupMs`. Pure: monotonic milliseconds
 * come in.
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

  /** Takes note that a group goes. One that was due anyway takes nothing from the bucket. */
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
