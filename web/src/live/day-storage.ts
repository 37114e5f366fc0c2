import { ScanEvent } from '../api/reads/shapes.ts'
import { type Clearing, parseClearing } from './clearing.ts'

/** One day in local storage. */
export interface StoredDay {
  reads: readonly ScanEvent[]
  clearing: Clearing | null
}

const PREFIX = 'live_rfid_'
const DAY_KEY = /^live_rfid_\d{4}-\d{2}-\d{2}$/

/** Null where nothing usable is stored. */
export function readDay(storage: Storage, day: string): StoredDay | null {
  const json = storage.getItem(PREFIX + day)
  if (json === null) return null
  try {
    return parseDay(JSON.parse(json))
  } catch {
    // Cut short or written by something else: the hub has the reads.
    return null
  }
}

/**
 * False where the browser has no room for the day. The clearing is kept even then, if it can be:
 * without it a reload would bring back what was removed.
 */
export function writeDay(storage: Storage, day: string, stored: StoredDay): boolean {
  if (setDay(storage, day, stored)) return true
  // What was there before may be all the room that there is.
  storage.removeItem(PREFIX + day)
  if (stored.clearing) setDay(storage, day, { reads: [], clearing: stored.clearing })
  return false
}

/** Removes every stored day but this one. */
export function pruneDays(storage: Storage, keep: string): void {
  for (const key of Object.keys(storage)) {
    if (DAY_KEY.test(key) && key !== PREFIX + keep) storage.removeItem(key)
  }
}

function setDay(storage: Storage, day: string, stored: StoredDay): boolean {
  try {
    storage.setItem(PREFIX + day, JSON.stringify(stored))
    return true
  } catch {
    // Quota: the screen goes on without, and the hub fills it after a reload.
    return false
  }
}

function parseDay(value: unknown): StoredDay | null {
  if (typeof value !== 'object' || value === null || !('reads' in value)) return null
  if (!Array.isArray(value.reads)) return null
  return {
    reads: value.reads.map((read) => ScanEvent.parse(read)),
    clearing: 'clearing' in value ? parseClearing(value.clearing) : null,
  }
}
