import { ClockQuality, isEntryKind } from '@vehicle-control/protocol'
import type { OutboxRow } from '../entry.ts'

/** The clock, as far as sending a row needs it. */
export interface RowClock {
  /** Milliseconds since the row's time; null when it was in an earlier boot. */
  age(row: OutboxRow): number | null
  /** The row's wall time, corrected where the clock has synced since. */
  correct(row: OutboxRow): { at: number; clock: ClockQuality }
}

/** A `batch` or `live` frame of rows of one epoch. */
export function entriesFrame(
  head: { type: 'batch'; epoch: string; prev: number } | { type: 'live'; epoch: string },
  rows: readonly OutboxRow[],
  clock: RowClock & { monotonic(): number },
): string {
  const start = JSON.stringify({ ...head, mono: clock.monotonic() }).slice(0, -1)
  return `${start},"entries":[${rows.map((row) => wireEntry(row, clock)).join(',')}]}`
}

function wireEntry(row: OutboxRow, clock: RowClock): string {
  // A kind that this version does not know can only be damage: the hub sets it aside by its data,
  // where an unknown kind would make it refuse the whole batch.
  const known = isEntryKind(row.kind)
  const { at, clock: quality } = clock.correct(row)
  const age = clock.age(row)
  const envelope = JSON.stringify({
    seq: row.seq,
    kind: known ? row.kind : 'status',
    at: Number.isFinite(at) ? Math.round(at) : 0,
    age: age === null || !Number.isFinite(age) ? null : Math.max(0, Math.round(age)),
    clock: ClockQuality.safeParse(quality).success ? quality : 'unsynced',
  })
  return `${envelope.slice(0, -1)},"data":${known ? row.data : JSON.stringify({ damaged: row.kind })}}`
}
