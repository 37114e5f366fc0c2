import type { ScanEvent } from '@vehicle-control/protocol'
import { useMemo, useState } from 'react'

/** The reads that the table shows, and those that wait. */
export interface HeldReads {
  readonly reads: readonly ScanEvent[]
  /** Reads that came since, the newest first; not all of them where they fill the whole list. */
  readonly waiting: readonly ScanEvent[]
}

interface HoldOptions {
  isHeld: boolean
  /** Names the list: another one is held as it is when it comes. */
  list: string
  /** Held instead of the reads of the moment at which the hold begins. */
  from?: readonly ScanEvent[] | undefined
}

interface Hold {
  readonly list: string
  readonly reads: readonly ScanEvent[]
}

const NONE: readonly ScanEvent[] = []

/** Follows the reads, or stands still on those of the moment when `isHeld` became true. */
export function useHeldReads(
  reads: readonly ScanEvent[],
  { isHeld, list, from }: HoldOptions,
): HeldReads {
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
