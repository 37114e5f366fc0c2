/** One-shot timers that a step of the wall clock does not move. Tests pass their own. */
export interface Timers {
  /**
   * Runs once after `ms` milliseconds; the function that it returns cancels, any number of times.
   */
  after(ms: number, run: () => void): () => void
}

/** The longest that Node waits; it takes anything longer for a millisecond. */
const LONGEST_MS = 2 ** 31 - 1

export const systemTimers: Timers = {
  after(ms, run) {
    let timer: NodeJS.Timeout
    const wait = (leftMs: number) => {
      if (leftMs <= LONGEST_MS) timer = setTimeout(run, leftMs)
      else timer = setTimeout(() => wait(leftMs - LONGEST_MS), LONGEST_MS)
    }
    wait(ms)
    return () => clearTimeout(timer)
  },
}
