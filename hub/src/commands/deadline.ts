/** The moment up to which a request may still act, on the hub's monotonic clock. */
export class Deadline {
  #at: number
  /** True once the caller has hung up, as may be after the event loop was blocked. */
  readonly isAbandoned: () => boolean
  #isExpired = false

  /** `arrivedAt` and the result of `performance.now()` are of one clock, in milliseconds. */
  constructor(arrivedAt: number, ttlMs: number, isAbandoned = () => false) {
    this.#at = arrivedAt + ttlMs
    this.isAbandoned = isAbandoned
  }

  /** Brings the deadline forward by what the caller waited before it asked; never puts it off. */
  shorten(ms: number): void {
    this.#at -= Math.max(0, ms)
  }

  /** Milliseconds that are left; 0 from the deadline on, or since `expire`. */
  leftMs(): number {
    return this.#isExpired ? 0 : Math.max(0, this.#at - performance.now())
  }

  /** Ends it now: the caller is told that the deadline passed, and nothing may be done any more. */
  expire(): void {
    this.#isExpired = true
  }
}
