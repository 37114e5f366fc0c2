import { type Clearing, countsSince, type DayCounts } from '../../live/clearing.ts'
import type { LiveReads } from '../../live/live-reads.ts'
import type { LiveLink } from '../../live/LiveLink.tsx'
import type { ReadsSync } from '../../live/reads-sync.ts'

/** The numbers of the day as the screen shows them: since the clearing, else since midnight. */
export interface DayCounting {
  /** The numbers of the whole day, as a clearing keeps them. */
  now(): Omit<Clearing, 'at'>
  /** Null where the hub has not said it. */
  readonly reads: () => number | null
  readonly suppressed: () => number | null
  readonly suppressedBy: (agent: string) => number
  readonly subscribe: (listener: () => void) => () => void
  /** Follows `suppressedBy`. */
  readonly subscribeAgents: (listener: () => void) => () => void
  /** Keeps the numbers fetched until the function that it returns is called. */
  start(): () => void
}

const UNKNOWN: DayCounts = { reads: null, suppressed: null }

/** Takes the hub's numbers of today from the link, and the clearing from the reads. */
export function createDayCounts(
  reads: LiveReads,
  sync: ReadsSync,
  { today, connection }: Pick<LiveLink, 'today' | 'connection'>,
): DayCounting {
  const shown = (): DayCounts => {
    const { day, clearing } = reads.state.get()
    const counts = today.state.get()
    if (counts.day === day) return countsSince(counts, clearing)
    // At midnight reads and counts change to the new day one after the other, perhaps long after.
    return counts.day < day ? UNKNOWN : counts
  }
  const now = () => {
    const suppressedBy: Record<string, number> = {}
    for (const [code, { suppressed }] of today.all()) {
      if (suppressed > 0) suppressedBy[code] = suppressed
    }
    // While the hub is away, its numbers are older than the clearing.
    const isKnown = connection.state.get().connected && today.isOfNow()
    const { reads, suppressed } = isKnown ? today.state.get() : UNKNOWN
    return { reads, suppressed, suppressedBy }
  }
  const settle = () => {
    const { day, clearing, reads: shownReads } = reads.state.get()
    if (!clearing || clearing.reads !== null || today.state.get().day !== day) return
    // Reads that the list still lacks would be counted as from before the clearing.
    if (!sync.isWhole()) return
    const counts = now()
    if (counts.reads === null) return
    // The day was emptied before the hub's numbers were known: all reads but those shown are older.
    reads.settleClearing({ ...counts, reads: Math.max(0, counts.reads - shownReads.length) })
  }
  return {
    now,
    reads: () => shown().reads,
    suppressed: () => shown().suppressed,
    suppressedBy(agent) {
      const { day, clearing } = reads.state.get()
      if (today.state.get().day < day) return 0
      const before = clearing?.suppressedBy[agent] ?? 0
      return Math.max(0, today.of(agent).suppressed - before)
    },
    subscribe: (listener) => both(today.state.subscribe(listener), reads.state.subscribe(listener)),
    subscribeAgents: (listener) => both(today.subscribe(listener), reads.state.subscribe(listener)),
    start() {
      settle()
      // An answer and the events added to it notify separately: settle after both.
      const settleSoon = () => queueMicrotask(settle)
      const stops = [today.state.subscribe(settleSoon), sync.state.subscribe(settleSoon)]
      return both(today.watch(), () => stops.forEach((stop) => stop()))
    },
  }
}

function both(stopOne: () => void, stopOther: () => void): () => void {
  return () => {
    stopOne()
    stopOther()
  }
}
