import type { WireEntry } from '@vehicle-control/protocol'
import type { GateEntry } from './gate-entries.ts'
import { between, type Random } from './random.ts'

/** An entry on its way to the hub, and when it is there. */
export interface Arrival {
  entry: WireEntry
  receivedAt: number
}

/** A time in which a gate has no network: what it reads then arrives when it is back. */
export interface Outage {
  from: number
  until: number
}

interface ArrivalsOptions {
  /** Null: always connected. */
  outage: Outage | null
  now: number
  random: Random
}

/** How long an entry is on its way, and how far apart the entries of a draining backlog arrive. */
const TRAVEL_MS = [90, 400] as const
const DRAIN_MS = 3

/** The entries of one gate under their seqs, as far as they have arrived by `now`. */
export function arrivalsOf(
  entries: readonly GateEntry[],
  { outage, now, random }: ArrivalsOptions,
): Arrival[] {
  const arrivals: Arrival[] = []
  let last = 0
  for (const { kind, at, writtenAt, data } of entries.toSorted(
    (a, b) => a.writtenAt - b.writtenAt,
  )) {
    const isHeld = outage !== null && writtenAt >= outage.from && writtenAt < outage.until
    const travelMs = Math.round(between(random, ...TRAVEL_MS))
    const receivedAt = Math.max(isHeld ? outage.until : writtenAt + travelMs, last + DRAIN_MS)
    if (receivedAt > now) break
    last = receivedAt
    const seq = arrivals.length + 1
    const age = receivedAt - at
    arrivals.push({ entry: { seq, kind, at, age, clock: 'synced', data }, receivedAt })
  }
  return arrivals
}
