import type { ScanEvent } from '@vehicle-control/protocol'
import { useDeferredValue, useMemo, useState } from 'react'
import { useStore } from '../../browser/external-store.ts'
import { readFilter } from '../../live/read-filter.ts'
import type { DayWatch } from './day-watch.ts'
import { hasDates, type LiveFilters } from './live-filters.ts'
import type { Pause } from './use-pause.ts'

interface ShownOptions {
  filters: LiveFilters
  pause: Pause | null
  /** The table is scrolled away from its top, or a row or sheet holds it. */
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
  // New dates are set a moment before their range begins to load.
  const reads = isOfRange && phase === 'off' ? NONE : paced
  const held = useHeldReads(reads, {
    isHeld: pause !== null || isScrolled,
    list: isOfRange ? `${clearedAt} ${phase} ${span?.from} ${span?.to}` : `${clearedAt}`,
    // Not the paced list, which can be a moment behind the answer.
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

/** The reads that the table shows, and those that wait. */
interface HeldReads {
  readonly reads: readonly ScanEvent[]
  /** Reads that came since, the newest first; not all of them where they fill the whole list. */
  readonly waiting: readonly ScanEvent[]
}

interface HoldOptions {
  isHeld: boolean
  /** Identifies the list; when it changes, the hold begins anew with the new list. */
  list: string
  /** The reads to hold, instead of those of the moment at which the hold begins. */
  from?: readonly ScanEvent[] | undefined
}

interface Hold {
  readonly list: string
  readonly reads: readonly ScanEvent[]
}

/** Follows the reads; while `isHeld` it keeps those of the moment when that began. */
function useHeldReads(reads: readonly ScanEvent[], { isHeld, list, from }: HoldOptions): HeldReads {
  const [hold, setHold] = useState<Hold | null>(null)
  // Set while rendering, so that no frame in between shows the list moving on.
  if (isHeld && hold?.list !== list) setHold({ list, reads: from ?? reads })
  if (!isHeld && hold !== null) setHold(null)

  const held = isHeld && hold?.list === list ? hold.reads : null
  const known = useMemo(() => held && new Set(held.map(({ id }) => id)), [held])
  return useMemo(() => {
    if (!held || !known) return { reads, waiting: NONE }
    return { reads: held, waiting: reads.filter(({ id }) => !known.has(id)) }
  }, [reads, held, known])
}
