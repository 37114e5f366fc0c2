import { LATE_AFTER_MS, type WireEntry } from '@vehicle-control/protocol'

/** A clock that is further off than this, either way, is not believed. */
export const CLOCK_OFF_MS = 5 * 60_000
/** No device runs for longer without a start: what says so is no age. */
const AGE_MAX_MS = 400 * 86_400_000
/** No read is stored with an earlier time. */
export const FIRST_READ_AT = Date.UTC(2020, 0, 1)

type Times = Pick<WireEntry, 'at' | 'age' | 'clock'>

/** The time of an entry as the hub stores it. */
export interface EntryTime {
  at: number
  /** The edge's clock quality, or `estimated` where the hub reckoned `at`. */
  clock: string
  /** Over a minute old on arrival, or of no known age: stored, but not announced. */
  late: boolean
}

/**
 * Trusts the edge's time unless its clock was unsynced, cannot be right, or is not where the entry's age
 * puts it: the age is monotonic, so that it counts for more than any clock.
 */
export function entryTime({ at, age, clock }: Times, receivedAt: number): EntryTime {
  const known = age !== null && age <= AGE_MAX_MS
  const late = !known || age > LATE_AFTER_MS
  const reckoned = known ? receivedAt - age : receivedAt
  const isLikely = known ? Math.abs(at - reckoned) <= CLOCK_OFF_MS : at <= receivedAt + CLOCK_OFF_MS
  const isTrusted = clock !== 'unsynced' && isLikely && (known || age === null)
  if (isTrusted && at >= FIRST_READ_AT) return { at: Math.round(at), clock, late }
  return { at: Math.round(Math.max(FIRST_READ_AT, reckoned)), clock: 'estimated', late }
}

/** How far a clock that its edge takes for right is off the entry's age, where it is too far; else null. */
export function clockOff({ at, age, clock }: Times, receivedAt: number): number | null {
  if (clock === 'unsynced' || age === null || age > AGE_MAX_MS) return null
  const off = at - (receivedAt - age)
  return Math.abs(off) > CLOCK_OFF_MS ? off : null
}
