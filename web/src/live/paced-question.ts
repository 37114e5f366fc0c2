import type { Clock } from '../browser/clock.ts'

interface PacedQuestionOptions {
  clock: Clock
  /** The call is made at a random moment in the second half of this time after the first event. */
  withinMs: number
  /** The least time between two calls; asked for at each call. */
  restMs: () => number
  ask: () => void
}

/** Calls the hub again on events that all screens receive. */
export interface PacedQuestion {
  readonly hear: () => void
  readonly stop: () => void
}

/**
 * Makes one call for all events of a moment. Hundreds of screens receive them in the same
 * millisecond, so each calls at a random time, and the hub answers between its other work.
 */
export function createPacedQuestion(options: PacedQuestionOptions): PacedQuestion {
  const { clock, withinMs, restMs, ask } = options
  let cancel: (() => void) | null = null
  let restsUntil = 0
  return {
    hear() {
      if (cancel !== null) return
      const delayMs = withinMs * (1 - Math.random() / 2)
      cancel = clock.after(Math.max(delayMs, restsUntil - clock.now()), () => {
        cancel = null
        restsUntil = clock.now() + restMs()
        ask()
      })
    },
    stop: () => cancel?.(),
  }
}
