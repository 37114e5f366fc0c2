import {
  type EntryKind,
  SUPPRESS_WINDOW_DEFAULT_MS,
  type WrittenDecision,
} from '@vehicle-control/protocol'
import { DEMO_READER } from '../demo-gates.ts'
import { between, type Random, wholeBetween } from './random.ts'

/** What a gate writes into its outbox. */
export interface GateEntry {
  kind: EntryKind
  /** When it happened. */
  at: number
  /** When the outbox took it, which is the order in which the hub gets it. */
  writtenAt: number
  data: unknown
}

/** A tag at a gate, at a moment. */
export interface Sighting {
  uid: string
  at: number
}

/** How many of the vehicles drive past slowly enough to be read more than once. */
const REPEATED = 0.5
const REPEATS_MAX = 8
const REPEAT_MS = 180

/**
 * The entries of the tags that pass one gate, in the order of time: a read for each, and its repeats as
 * an edge counts them; after each read what the gate decided on it, where it decides. A tag that comes again
 * within the window of its last read is not read again.
 */
export function tagEntries(
  sightings: readonly Sighting[],
  random: Random,
  decide?: (sighting: Sighting) => WrittenDecision,
): GateEntry[] {
  const entries: GateEntry[] = []
  const lastRead = new Map<string, number>()
  for (const { uid, at } of sightings.toSorted((a, b) => a.at - b.at)) {
    const last = lastRead.get(uid)
    if (last !== undefined && at - last < SUPPRESS_WINDOW_DEFAULT_MS) continue
    lastRead.set(uid, at)
    const rssi = Math.round(between(random, -71, -41))
    const data = { uid, reader: DEMO_READER, antenna: wholeBetween(random, 1, 2), rssi }
    entries.push({ kind: 'read', at, writtenAt: at, data })
    if (decide) entries.push({ kind: 'decision', at, writtenAt: at, data: decide({ uid, at }) })
    if (random() < REPEATED) entries.push(...repeats({ uid, at }, rssi, random))
  }
  return entries
}

/** The first repeat is reported at once, the others when the window closes. */
function* repeats({ uid, at }: Sighting, rssi: number, random: Random): Generator<GateEntry> {
  const kind = 'suppressed'
  const count = wholeBetween(random, 1, REPEATS_MAX)
  const first = at + REPEAT_MS
  const common = { uid, reader: DEMO_READER }
  yield { kind, at: first, writtenAt: first, data: { ...common, count: 1, spanMs: 0, rssi } }
  if (count === 1) return
  const spanMs = (count - 2) * REPEAT_MS
  const rest = { ...common, count: count - 1, spanMs, rssi: rssi + 2 }
  const writtenAt = at + SUPPRESS_WINDOW_DEFAULT_MS
  yield { kind, at: first + REPEAT_MS + spanMs, writtenAt, data: rest }
}
