const LOOK_EVERY_MS = 50
/** A look that comes later than this by so much has waited for a long turn. */
const LATE_MS = 25
/** Long turns seldom come alone. */
const KEPT_MS = 1000

/** Whether the turns of the event loop are long. */
export interface LoopLoad {
  isHigh(): boolean
  stop(): void
}

/** Looks twenty times a second whether the event loop is held for long by other work. */
export function watchLoopLoad(now: () => number = () => performance.now()): LoopLoad {
  let looked = now()
  let lateAt = Number.NEGATIVE_INFINITY
  const timer = setInterval(() => {
    const at = now()
    if (at - looked > LOOK_EVERY_MS + LATE_MS) lateAt = at
    looked = at
  }, LOOK_EVERY_MS).unref()
  return {
    isHigh: () => now() - lateAt < KEPT_MS,
    stop: () => clearInterval(timer),
  }
}
