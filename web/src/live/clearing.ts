import type { ScanEvent } from '@vehicle-control/protocol'

/** Numbers of the day so far. Null: the hub had not said it yet. */
export interface DayCounts {
  readonly reads: number | null
  readonly suppressed: number | null
}

/** The last time that this browser's day was emptied: what came until then is not shown any more. */
export interface Clearing extends DayCounts {
  /** ISO 8601. Reads that reached the hub until then are left out; the hub still has them. */
  readonly at: string
  /** Suppressed repeats until then by agent code; agents without any are left out. */
  readonly suppressedBy: Readonly<Record<string, number>>
}

/** True for a read that was on the screen, or could have been, when the day was emptied. */
export function isCleared(
  read: Pick<ScanEvent, 'received_at'>,
  clearing: Clearing | null,
): boolean {
  return clearing !== null && read.received_at <= clearing.at
}

/** The day's numbers since the clearing; null while one of the two is not known. */
export function countsSince(counts: DayCounts, clearing: Clearing | null): DayCounts {
  if (!clearing) return counts
  return {
    reads: difference(counts.reads, clearing.reads),
    suppressed: difference(counts.suppressed, clearing.suppressed),
  }
}

function difference(now: number | null, then: number | null): number | null {
  return now === null || then === null ? null : Math.max(0, now - then)
}

/** Reads what was stored; null where it is no clearing. */
export function parseClearing(value: unknown): Clearing | null {
  if (typeof value !== 'object' || value === null) return null
  const { at, reads, suppressed, suppressedBy }: Record<string, unknown> = { ...value }
  if (typeof at !== 'string' || !Number.isFinite(Date.parse(at))) return null
  return {
    at: new Date(at).toISOString(),
    reads: isCount(reads) ? reads : null,
    suppressed: isCount(suppressed) ? suppressed : null,
    suppressedBy: parseCounts(suppressedBy),
  }
}

function parseCounts(value: unknown): Record<string, number> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value).filter(([, count]) => isCount(count)))
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0
}
