/** One-shot timers that a step of the wall clock does not move. Tests pass their own. */
export interface Timers {
  /**
   * Runs once after `ms` milliseconds; the function that it returns cancels, any number of times.
   */
  after(ms: number, run: () => void): () => void
}

export const systemTimers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
