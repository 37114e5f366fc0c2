import type { ReadLog, ScanEvent } from '@vehicle-control/protocol'
import { LATE_AFTER_MS } from '@vehicle-control/protocol/limits'
import {
  byShownColumn,
  SHOWN_COLUMNS,
  type ShownColumn,
} from '@vehicle-control/protocol/vehicle-columns'

/** The members of a stored read that its live event has too. */
type StoredRead = Omit<ScanEvent, 'ts' | 'vehicle' | 'agent'> &
  Pick<ReadLog, 'read_at' | `agent_${'code' | 'name' | 'location'}` | 'asset_id' | ShownColumn>

/** Turns a stored read into the live event that announces such a read. */
export function scanOfLog(log: StoredRead): ScanEvent {
  const { asset_id, retired_from } = log
  const isKnown = SHOWN_COLUMNS.some((column) => log[column] != null)
  return {
    id: log.id,
    uid: log.uid,
    ts: log.read_at,
    received_at: log.received_at,
    vehicle: isKnown ? { ...byShownColumn((column) => log[column] ?? null), asset_id } : null,
    agent: { code: log.agent_code, name: log.agent_name, location: log.agent_location },
    ...(retired_from && { retired_from }),
  }
}

/** True for a read that reached the hub too long after it happened to say anything about now. */
export function isLate(read: ScanEvent): boolean {
  return Date.parse(read.received_at) - Date.parse(read.ts) > LATE_AFTER_MS
}

/** Sorts the newest first by the reads' own time (UTC ISO), those of one time by their arrival. */
const byReadTime = (a: ScanEvent, b: ScanEvent) =>
  descending(readTime(a), readTime(b)) ||
  descending(a.received_at, b.received_at) ||
  descending(a.ts, b.ts) ||
  descending(a.id, b.id)

/** Nothing was read after it arrived: a gate whose clock is ahead would else stay the newest. */
const readTime = ({ ts, received_at: at }: ScanEvent) => (ts < at ? ts : at)

/** When the newest of these reads reached the hub; '' where there are none. */
export function lastArrival(reads: readonly ScanEvent[]): string {
  return reads.reduce((last, { received_at: at }) => (at > last ? at : last), '')
}

/**
 * The newest `limit` reads of both lists, each id once, the newest first by their own time; `reads`
 * itself where nothing changes.
 */
export function mergeReads(
  reads: readonly ScanEvent[],
  incoming: readonly ScanEvent[],
  limit: number,
): readonly ScanEvent[] {
  const known = new Set(reads.map((read) => read.id))
  const fresh = incoming.filter((read) => {
    if (known.has(read.id)) return false
    known.add(read.id)
    return true
  })
  if (fresh.length === 0) return reads
  return [...fresh, ...reads].sort(byReadTime).slice(0, limit)
}

function descending(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? 1 : -1
}
