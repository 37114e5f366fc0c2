export interface TokenBucketOptions {
  perSecond: number
  /** What a bucket holds that was left alone. */
  burst: number
  /** Milliseconds that only go forward. */
  now?: () => number
}

/** Lets so many things a second through, and so many at once after a pause. Hot path: synchronous. */
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

  /** Nothing was taken that did not come back: a new bucket is the same. */
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

  /** Takes so many, also more than there are: then the bucket owes them. */
  spend(tokens: number): void {
    this.#refill()
    this.#left -= tokens
  }

  /** Milliseconds until there are so many. */
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

/** So many buckets are kept before the full ones are looked for. */
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

  /** Next time when there are twice as many, so that a crowd of new keys is not looked through for each. */
  #sweep(): void {
    for (const [key, bucket] of this.#buckets) if (bucket.isFull) this.#buckets.delete(key)
    this.#sweepAt = Math.max(SWEPT_FROM, 2 * this.#buckets.size)
  }
}
