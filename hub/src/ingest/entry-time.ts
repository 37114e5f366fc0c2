import { LATE_AFTER_MS, type WireEntry } from '@vehicle-control/protocol'

const futureMs = 5 * 60_000
const year2020 = Date.UTC(2020, 0, 1)

/** When an entry happened, as the hub stores it. */
export interface EntryTime {
  at: number
  /** The edge's clock quality, or `estimated` where the hub reckoned `at` from the age. */
  clock: string
  /** Over a minute old on arrival, or of an earlier boot: no live event, no sound. */
  late: boolean
}

/** Trusts the edge's time unless its clock was unsynced or cannot be right. */
export function entryTime(entry: WireEntry, receivedAt: number): EntryTime {
  const { at, age, clock } = entry
  const late = age === null || age > LATE_AFTER_MS
  if (clock !== 'unsynced' && at <= receivedAt + futureMs && at >= year2020) {
    return { at: Math.round(at), clock, late }
  }
  const estimate = Math.max(year2020, receivedAt - (age ?? 0))
  return { at: Math.round(estimate), clock: 'estimated', late }
}
