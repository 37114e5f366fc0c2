export interface TokenBucketOptions {
  perSecond: number
  /** What a bucket holds that was left alone. */
  burst: number
  /** Milliseconds that only go forward. */
  now?: () => number
}

/** Lets so many things a second through, and so many at once after a pause. */
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

  /** Takes one token; false when there is none. */
  take(): boolean {
    const { perSecond, burst } = this.#options
    const now = this.#now()
    this.#left = Math.min(burst, this.#left + ((now - this.#at) / 1000) * perSecond)
    this.#at = now
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}
