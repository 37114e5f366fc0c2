import type { ScanEvent as Scan } from '@vehicle-control/protocol'
import { ScanEvent } from '../api/reads/shapes.ts'
import { type Clearing, parseClearing } from './clearing.ts'
import { CLEARING, READS } from './day-keys.ts'
import { hasPlainTimes } from './tolerant-events.ts'

/** The day's reads in local storage; none where nothing usable is stored. */
export function readDay(storage: Storage, day: string): Scan[] {
  const value = parseJson(storage.getItem(READS + day))
  if (typeof value !== 'object' || value === null || !('reads' in value)) return []
  try {
    const reads = Array.isArray(value.reads) ? value.reads.map((read) => ScanEvent.parse(read)) : []
    return reads.every(hasPlainTimes) ? reads : []
  } catch {
    // Written by something else: the hub has the reads.
    return []
  }
}

/** False where the browser has no room for the day. */
export function writeDay(storage: Storage, day: string, reads: readonly Scan[]): boolean {
  return setItem(storage, READS + day, { reads })
}

/** The last clearing of the day in any tab of this browser; null where there is none. */
export function readClearing(storage: Storage, day: string): Clearing | null {
  return parseClearing(parseJson(storage.getItem(CLEARING + day)))
}

/** Makes room where there is none: without the clearing a reload would bring back what was removed. */
export function writeClearing(storage: Storage, day: string, clearing: Clearing): void {
  if (setItem(storage, CLEARING + day, clearing)) return
  storage.removeItem(READS + day)
  setItem(storage, CLEARING + day, clearing)
}

function setItem(storage: Storage, key: string, value: unknown): boolean {
  try {
    storage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    // Over quota: the screen goes on without storage, and a reload fetches the reads from the hub.
    return false
  }
}

function parseJson(json: string | null): unknown {
  try {
    return json === null ? null : JSON.parse(json)
  } catch {
    // The stored text is damaged.
    return null
  }
}
