import type { ScanEvent } from '@vehicle-control/protocol'
import { useState } from 'react'
import { compareReads } from '../../live/read-list.ts'

/** The reads that the table shows, and the number of newer ones that wait. */
export interface HeldReads {
  reads: readonly ScanEvent[]
  freshCount: number
}

/** Follows the reads, or stands still on those of the moment when `isHeld` became true. */
export function useHeldReads(reads: readonly ScanEvent[], isHeld: boolean): HeldReads {
  const [held, setHeld] = useState<readonly ScanEvent[] | null>(null)
  // Set while rendering, so that no frame in between shows the list moving on.
  if (isHeld && held === null) setHeld(reads)
  if (!isHeld && held !== null) setHeld(null)

  if (!isHeld) return { reads, freshCount: 0 }
  const shown = held ?? reads
  const newest = shown[0]
  if (!newest) return { reads: shown, freshCount: reads.length }
  const reached = reads.findIndex((read) => compareReads(read, newest) >= 0)
  return { reads: shown, freshCount: reached === -1 ? reads.length : reached }
}
