import type { ScanEvent } from '@vehicle-control/protocol'
import type { Clock } from '../browser/clock.ts'
import { createStore, type ReadableStore } from '../browser/external-store.ts'

/** A list of reads that changes. */
export interface ReadSource {
  readonly reads: readonly ScanEvent[]
  /** Rises with each read that comes. */
  readonly received: number
}

/** The reads at the pace at which a table can show them. */
export interface PacedReads {
  readonly shown: ReadableStore<readonly ScanEvent[]>
  start(): void
  readonly stop: () => void
}

const REST_PER_READ_MS = 5
const MAX_REST_MS = 250

/**
 * A redraw of a full table costs several frames of a slow machine. So a change shows at once, and the
 * next one after a rest that grows with the reads that came: none at a few reads a second, a quarter
 * of a second at hundreds, which nobody could read faster.
 */
export function createPacedReads(source: ReadableStore<ReadSource>, clock: Clock): PacedReads {
  const shown = createStore(source.get().reads)
  let shownCount = source.get().received
  let cancelRest: (() => void) | null = null

  const show = () => {
    const { reads, received } = source.get()
    if (reads === shown.get()) return
    const added = Math.max(0, received - shownCount)
    shownCount = received
    cancelRest = clock.after(Math.min(MAX_REST_MS, added * REST_PER_READ_MS), () => {
      cancelRest = null
      show()
    })
    shown.set(reads)
  }
  let unsubscribe = () => {}
  return {
    shown,
    start() {
      unsubscribe = source.subscribe(() => {
        if (cancelRest === null) show()
      })
      show()
    },
    stop() {
      unsubscribe()
      cancelRest?.()
      cancelRest = null
    },
  }
}
