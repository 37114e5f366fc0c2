/** The time of day and timers; tests pass a clock that they move by hand. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Runs once after the delay; the result cancels it. */
  after(delayMs: number, run: () => void): () => void
}

export const browserClock: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}
