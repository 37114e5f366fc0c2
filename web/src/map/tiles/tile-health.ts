import type { Clock } from '../../browser/clock.ts'
import { createStore, type ReadableStore } from '../../browser/external-store.ts'

/** Says whether the map's tiles can be loaded; a site without internet has none. */
export interface TileHealth {
  readonly isFailing: ReadableStore<boolean>
  /** The map asks for the tiles of another view. */
  readonly begin: () => void
  readonly loaded: () => void
  readonly failed: () => void
  /** Every tile of the view came or failed. */
  readonly settle: () => void
  /**
   * Follows the tiles of a map, and has it ask for them again, until the function that it returns
   * is called.
   */
  start(retry: () => void): () => void
}

const FAILURES_MAX = 8
const RETRY_MS = 60_000

/**
 * Tiles fail when several in a row did, or all of a view that has fewer. They are then asked for
 * again each minute, and one that comes shows that they are back.
 */
export function createTileHealth(clock: Clock): TileHealth {
  const isFailing = createStore(false)
  let failures = 0
  let hasCome = false
  let retry = () => {}
  let cancelRetry = () => {}

  const fail = () => {
    if (isFailing.get()) return
    isFailing.set(true)
    const again = () => {
      cancelRetry = clock.after(RETRY_MS, () => {
        again()
        retry()
      })
    }
    again()
  }
  return {
    isFailing,
    begin() {
      hasCome = false
      failures = 0
    },
    loaded() {
      hasCome = true
      failures = 0
      cancelRetry()
      isFailing.set(false)
    },
    failed() {
      failures += 1
      if (failures >= FAILURES_MAX) fail()
    },
    settle() {
      if (failures > 0 && !hasCome) fail()
    },
    start(asked) {
      retry = asked
      return () => cancelRetry()
    },
  }
}
