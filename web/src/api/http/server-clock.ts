/** The hub's time of day, for screens on machines whose clock is wrong. */
export interface ServerClock {
  readonly now: () => number
  /** Takes the `Date` header of an answer. */
  readonly observe: (date: string) => void
}

/**
 * The hub's time is known no better than this: the header has whole seconds and travels, and below it
 * the two clocks count as equal.
 */
export const CLOCK_TOLERANCE_MS = 5000

/** The clock follows `now` until the hub's `Date` shows that it is off. */
export function createServerClock(now: () => number): ServerClock {
  let offsetMs = 0
  return {
    now: () => now() + offsetMs,
    observe(date) {
      const difference = Date.parse(date) - now()
      if (!Number.isFinite(difference)) return
      offsetMs = Math.abs(difference) > CLOCK_TOLERANCE_MS ? difference : 0
    },
  }
}
