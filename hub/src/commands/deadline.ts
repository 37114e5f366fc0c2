/** The moment up to which a request may still act, on the hub's monotonic clock. */
export class Deadline {
  #at: number
  /** True once the caller has hung up: a hub that stood still reads what came long before. */
  readonly isAbandoned: () => boolean
  #isExpired = false

  /** `arrivedAt` and the result of `performance.now()` are of one clock, in milliseconds. */
  constructor(arrivedAt: number, ttlMs: number, isAbandoned = () => false) {
    this.#at = arrivedAt + ttlMs
    this.isAbandoned = isAbandoned
  }

  /** The caller waited so long before it asked: the deadline never comes later by it. */
  shorten(ms: number): void {
    this.#at -= Math.max(0, ms)
  }

  /** Milliseconds that are left; 0 from the deadline on, or since `expire`. */
  leftMs(): number {
    return this.#isExpired ? 0 : Math.max(0, this.#at - performance.now())
  }

  /** The caller gets the answer that the deadline passed: from here on nothing is done, on no clock. */
  expire(): void {
    this.#isExpired = true
  }
}
