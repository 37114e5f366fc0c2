import { LATE_AFTER_MS, type WireEntry } from '@vehicle-control/protocol'

/** A clock that differs by more than this, either way, is not trusted. */
export const CLOCK_OFF_MS = 5 * 60_000
/** A greater age is not believed: no device runs so long without a restart. */
const AGE_MAX_MS = 400 * 86_400_000
/** No read is stored with an earlier time. */
export const FIRST_READ_AT = Date.UTC(2020, 0, 1)

type Times = Pick<WireEntry, 'at' | 'age' | 'clock'>

/** The time of an entry as the hub stores it. */
export interface EntryTime {
  at: number
  /** The quality of the edge's clock, or `estimated` where the hub computed `at`. */
  clock: string
  /** Over a minute old on arrival, or of unknown age: stored, but not announced. */
  late: boolean
}

/**
 * The time of an entry: the edge's, unless its clock was unsynced, cannot be right, or contradicts
 * the entry's age. The age is trusted more, since it comes from a monotonic clock.
 */
export function entryTime({ at, age, clock }: Times, receivedAt: number): EntryTime {
  const isAgeKnown = age !== null && age <= AGE_MAX_MS
  const late = !isAgeKnown || age > LATE_AFTER_MS
  const expectedAt = isAgeKnown ? receivedAt - age : receivedAt
  const isLikely = isAgeKnown
    ? Math.abs(at - expectedAt) <= CLOCK_OFF_MS
    : at <= receivedAt + CLOCK_OFF_MS
  const isTrusted = clock !== 'unsynced' && isLikely && (isAgeKnown || age === null)
  if (isTrusted && at >= FIRST_READ_AT) return { at: Math.round(at), clock, late }
  return { at: Math.round(Math.max(FIRST_READ_AT, expectedAt)), clock: 'estimated', late }
}

/**
 * By how many ms a clock that its edge takes for synced contradicts the entry's age; null: not too
 * far.
 */
export function clockOff({ at, age, clock }: Times, receivedAt: number): number | null {
  if (clock === 'unsynced' || age === null || age > AGE_MAX_MS) return null
  const off = at - (receivedAt - age)
  return Math.abs(off) > CLOCK_OFF_MS ? off : null
}
