/** Spec: sounds are at least this far apart, whatever they are for. */
const SOUND_EVERY_MS = 2500

/** Allows one sound in each `SOUND_EVERY_MS`. */
export interface SoundLimiter {
  /** True where a sound may start now, which then counts as started. */
  take(): boolean
  /** Counts the last allowed sound as started only now. */
  restart(): void
}

/** Allows the first sound at once. */
export function createSoundLimiter(now: () => number): SoundLimiter {
  let last = Number.NEGATIVE_INFINITY
  return {
    take() {
      const since = now() - last
      // A clock that was set back must not silence the page until it has caught up.
      if (since >= 0 && since < SOUND_EVERY_MS) return false
      last = now()
      return true
    },
    restart() {
      last = now()
    },
  }
}
