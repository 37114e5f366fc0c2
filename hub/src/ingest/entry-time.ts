import { LATE_AFTER_MS, type WireEntry } from '@vehicle-control/protocol'

const FUTURE_MAX_MS = 5 * 60_000
/** No read is stored with an earlier time. */
export const FIRST_READ_AT = Date.UTC(2020, 0, 1)

/** The time of an entry as the hub stores it. */
export interface EntryTime {
  at: number
  /** The edge's clock quality, or `estimated` where the hub reckoned `at` from the age. */
  clock: string
  /** Over a minute old on arrival, or of an earlier boot: stored, but not announced. */
  late: boolean
}

/** Trusts the edge's time unless its clock was unsynced or cannot be right. */
export function entryTime(entry: WireEntry, receivedAt: number): EntryTime {
  const { at, age, clock } = entry
  const late = age === null || age > LATE_AFTER_MS
  if (clock !== 'unsynced' && at <= receivedAt + FUTURE_MAX_MS && at >= FIRST_READ_AT) {
    return { at: Math.round(at), clock, late }
  }
  const estimate = Math.max(FIRST_READ_AT, receivedAt - (age ?? 0))
  return { at: Math.round(estimate), clock: 'estimated', late }
}
