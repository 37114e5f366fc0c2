import type { Clock } from '../browser/clock.ts'

interface PacedQuestionOptions {
  clock: Clock
  /** The question comes in the second half of this time after the first news. */
  withinMs: number
  /** From one question to the next at least, as it is when one is asked. */
  restMs: () => number
  ask: () => void
}

/** What asks the hub again on news that all screens hear. */
export interface PacedQuestion {
  readonly hear: () => void
  readonly stop: () => void
}

/**
 * Asks once for all news of a moment. Hundreds of screens hear it in the same millisecond: each asks
 * at a time of its own, so that the hub answers them between its other work.
 */
export function createPacedQuestion(options: PacedQuestionOptions): PacedQuestion {
  const { clock, withinMs, restMs, ask } = options
  let cancel: (() => void) | null = null
  let restsUntil = 0
  return {
    hear() {
      if (cancel !== null) return
      const soonMs = withinMs * (1 - Math.random() / 2)
      cancel = clock.after(Math.max(soonMs, restsUntil - clock.now()), () => {
        cancel = null
        restsUntil = clock.now() + restMs()
        ask()
      })
    },
    stop: () => cancel?.(),
  }
}
