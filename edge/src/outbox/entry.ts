import type { ClockQuality, EntryKind } from '@vehicle-control/protocol'

/** Something to report, before it has a name in the log. */
export interface NewEntry {
  kind: EntryKind
  /** CLOCK_MONOTONIC in milliseconds when it happened. */
  mono: number
  data: object
}

/** A new entry with the wall time that the clock gave it when it happened. */
export interface StampedEntry extends NewEntry {
  /** Milliseconds since 1970 by the edge's clock. */
  at: number
  clock: ClockQuality
}

/** An entry as the log holds it. `data` is its JSON text. */
export interface LogRow {
  seq: number
  kind: string
  at: number
  mono: number
  boot: string
  clock: ClockQuality
  data: string
}
