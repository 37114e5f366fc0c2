export interface TokenBucketOptions {
  perSecond: number
  /** Tokens of a full bucket. */
  burst: number
  /** Milliseconds that only go forward. */
  now?: () => number
}

/**
 * Lets `perSecond` things through, and `burst` at once after a pause. Synchronous: for hot paths.
 */
export class TokenBucket {
  readonly #options: TokenBucketOptions
  readonly #now: () => number
  #left: number
  #at: number

  constructor(options: TokenBucketOptions) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
    this.#left = options.burst
    this.#at = this.#now()
  }

  /** True when a new bucket would be the same. */
  get isFull(): boolean {
    this.#refill()
    return this.#left >= this.#options.burst
  }

  /** Takes one token; false when there is none. */
  take(): boolean {
    this.#refill()
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }

  /** Takes so many tokens, even more than there are: the bucket then owes them. */
  spend(tokens: number): void {
    this.#refill()
    this.#left -= tokens
  }

  /** Milliseconds until there are so many tokens. */
  waitMs(tokens: number): number {
    this.#refill()
    return Math.max(0, ((tokens - this.#left) / this.#options.perSecond) * 1000)
  }

  #refill(): void {
    const { perSecond, burst } = this.#options
    const now = this.#now()
    this.#left = Math.min(burst, this.#left + ((now - this.#at) / 1000) * perSecond)
    this.#at = now
  }
}

/** The least number of buckets at which full ones are looked for. */
const SWEPT_FROM = 1000

/** A token bucket for each key; one that is full again is forgotten. */
export class TokenBuckets<Key> {
  readonly #options: TokenBucketOptions
  readonly #buckets = new Map<Key, TokenBucket>()
  #sweepAt = SWEPT_FROM

  constructor(options: TokenBucketOptions) {
    this.#options = options
  }

  of(key: Key): TokenBucket {
    const known = this.#buckets.get(key)
    if (known !== undefined) return known
    if (this.#buckets.size >= this.#sweepAt) this.#sweep()
    const bucket = new TokenBucket(this.#options)
    this.#buckets.set(key, bucket)
    return bucket
  }

  /**
   * Forgets full buckets. The next sweep comes at twice the number that is left: many new keys do
   * not cause one each.
   */
  #sweep(): void {
    for (const [key, bucket] of this.#buckets) if (bucket.isFull) this.#buckets.delete(key)
    this.#sweepAt = Math.max(SWEPT_FROM, 2 * this.#buckets.size)
  }
}
