import type { ScanEvent } from '@vehicle-control/protocol'
import { useDeferredValue, useMemo } from 'react'
import { useStore } from '../../browser/external-store.ts'
import type { Pause } from '../../live/pause.ts'
import { readFilter } from '../../live/read-filter.ts'
import type { DayWatch } from './day-watch.ts'
import { hasDates, type LiveFilters } from './live-filters.ts'
import { useHeldReads } from './use-held-reads.ts'

interface ShownOptions {
  filters: LiveFilters
  pause: Pause | null
  /** The table is looked at away from its top, or row by row. */
  isScrolled: boolean
}

/** The rows of the table. */
export interface ShownReads {
  readonly reads: readonly ScanEvent[]
  /** Reads that fit and wait until the table goes on. */
  readonly waitingCount: number
}

const NONE: readonly ScanEvent[] = []

/** The reads of the dates, else of today: held while paused or looked at, then filtered. */
export function useShownReads(
  watch: DayWatch,
  { filters, pause, isScrolled }: ShownOptions,
): ShownReads {
  const paced = useStore(watch.paced.shown, (shown) => shown)
  const phase = useStore(watch.range.state, (state) => state.phase)
  const span = useStore(watch.range.state, (state) => state.span)
  const clearedAt = useStore(watch.reads.state, ({ clearing }) => clearing?.at)
  const isOfRange = hasDates(filters)
  // The range of new dates is not there yet when they are.
  const reads = isOfRange && phase === 'off' ? NONE : paced
  const held = useHeldReads(reads, {
    isHeld: pause !== null || isScrolled,
    list: isOfRange ? `${clearedAt} ${phase} ${span?.from} ${span?.to}` : `${clearedAt}`,
    // The paced list can be a moment behind the answer that it is held at.
    from: isOfRange ? watch.range.state.get().reads : pause?.reads,
  })
  const { text, agent } = useDeferredValue(filters)
  const fits = useMemo(() => readFilter({ text, agent }), [text, agent])
  return useMemo(() => {
    const { reads, waiting } = held
    if (!fits) return { reads, waitingCount: waiting.length }
    return {
      reads: reads.filter(fits),
      waitingCount: waiting.reduce((count, read) => count + (fits(read) ? 1 : 0), 0),
    }
  }, [held, fits])
}
