const CHECK_EVERY_MS = 50
/** A timer that fires so much later than it should has waited for a long turn. */
const LATE_MS = 25
/** For how long the load counts as high after a long turn: long turns seldom come alone. */
const HIGH_FOR_MS = 1000

/** Tells whether the turns of the event loop are long. */
export interface LoopLoad {
  isHigh(): boolean
  stop(): void
}

/** Checks twenty times a second whether the event loop was held for long. */
export function watchLoopLoad(now: () => number = () => performance.now()): LoopLoad {
  let checkedAt = now()
  let lateAt = Number.NEGATIVE_INFINITY
  const timer = setInterval(() => {
    const at = now()
    if (at - checkedAt > CHECK_EVERY_MS + LATE_MS) lateAt = at
    checkedAt = at
  }, CHECK_EVERY_MS).unref()
  return {
    isHigh: () => now() - lateAt < HIGH_FOR_MS,
    stop: () => clearInterval(timer),
  }
}
