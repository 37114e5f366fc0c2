import type { ReadLog, ScanEvent } from '@vehicle-control/protocol'
import { LATE_AFTER_MS } from '@vehicle-control/protocol/limits'
import {
  byShownColumn,
  SHOWN_COLUMNS,
  type ShownColumn,
} from '@vehicle-control/protocol/vehicle-columns'

/** Negative where `a` comes before `b`. */
export type ReadOrder = (a: ScanEvent, b: ScanEvent) => number

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

/** Sorts the newest arrival first, and reads that arrived together by their own time (UTC ISO). */
export const byArrival: ReadOrder = (a, b) =>
  descending(a.received_at, b.received_at) || descending(a.ts, b.ts) || descending(a.id, b.id)

/** Sorts the newest first by the reads' own time, as the hub's lists of a range are. */
export const byReadTime: ReadOrder = (a, b) =>
  descending(a.ts, b.ts) || descending(a.received_at, b.received_at) || descending(a.id, b.id)

/** The first `limit` reads of both lists in this order, each id once; `reads` itself where nothing changes. */
export function mergeReads(
  reads: readonly ScanEvent[],
  incoming: readonly ScanEvent[],
  limit: number,
  order: ReadOrder = byArrival,
): readonly ScanEvent[] {
  const known = new Set(reads.map((read) => read.id))
  const fresh = incoming.filter((read) => {
    if (known.has(read.id)) return false
    known.add(read.id)
    return true
  })
  if (fresh.length === 0) return reads
  return [...fresh, ...reads].sort(order).slice(0, limit)
}

function descending(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? 1 : -1
}
