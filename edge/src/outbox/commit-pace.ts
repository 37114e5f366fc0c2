/** Commits that may follow each other at once after a quiet time, as many as a second brings back. */
const BURST_COMMITS = 20
const REFILL_PER_SECOND = 2
/** Beyond the burst, entries are gathered for this long after the last commit began. */
const GROUP_MS = 100

/**
 * When the outbox may commit: at once while a bucket of commits lasts, and beyond it once a group
 * has gathered. A commit of one entry writes four times as much as its share of a group, so over any
 * span there are at most 20 + 2 a second + one each 100 ms. Pure: monotonic milliseconds come in.
 */
export class CommitPace {
  #bucket = BURST_COMMITS
  #filledAt = Number.NEGATIVE_INFINITY
  #lastBegan = Number.NEGATIVE_INFINITY

  /** Milliseconds to wait before the next commit; 0: it may begin now. */
  waitMs(now: number): number {
    if (this.#inBucket(now) >= 1) return 0
    return Math.max(0, this.#lastBegan + GROUP_MS - now)
  }

  /** Takes note that a commit begins. One that would have been due anyway costs nothing. */
  begin(now: number): void {
    const isDue = now >= this.#lastBegan + GROUP_MS
    this.#bucket = Math.max(0, this.#inBucket(now) - (isDue ? 0 : 1))
    this.#filledAt = now
    this.#lastBegan = now
  }

  #inBucket(now: number): number {
    const refill = ((now - this.#filledAt) * REFILL_PER_SECOND) / 1000
    return Math.min(BURST_COMMITS, this.#bucket + refill)
  }
}
