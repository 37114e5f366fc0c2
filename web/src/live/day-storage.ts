import { ScanEvent } from '../api/reads/shapes.ts'

/** One day in local storage. */
export interface StoredDay {
  reads: ScanEvent[]
  readsCount: number
  suppressed: Record<string, number>
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

/** False where the browser has no room for the day. */
export function writeDay(storage: Storage, day: string, stored: StoredDay): boolean {
  try {
    storage.setItem(PREFIX + day, JSON.stringify(stored))
    return true
  } catch {
    // Quota: the screen goes on without, and the hub fills it after a reload.
    return false
  }
}

/** Removes every stored day but this one. */
export function pruneDays(storage: Storage, keep: string): void {
  for (const key of Object.keys(storage)) {
    if (DAY_KEY.test(key) && key !== PREFIX + keep) storage.removeItem(key)
  }
}

function parseDay(value: unknown): StoredDay | null {
  if (typeof value !== 'object' || value === null || !('reads' in value)) return null
  if (!Array.isArray(value.reads)) return null
  const reads = value.reads.map((read) => ScanEvent.parse(read))
  const count = 'readsCount' in value ? value.readsCount : 0
  return {
    reads,
    readsCount: Math.max(isCount(count) ? count : 0, reads.length),
    suppressed: 'suppressed' in value ? parseCounts(value.suppressed) : {},
  }
}

function parseCounts(value: unknown): Record<string, number> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value).filter(([, count]) => isCount(count)))
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0
}
