import type { ClockQuality, EntryKind } from '@vehicle-control/protocol'

/** An entry before it has a name (epoch and seq) in the outbox. */
export interface NewEntry {
  kind: EntryKind
  /** CLOCK_MONOTONIC in milliseconds when it happened. */
  mono: number
  data: object
}

/** A new entry with its wall time. */
export interface StampedEntry extends NewEntry {
  /** Milliseconds since 1970 by the edge's clock. */
  at: number
  clock: ClockQuality
}

/** An entry on its way to the outbox; its data becomes JSON once, here. */
export interface PendingEntry {
  kind: string
  at: number
  mono: number
  clock: ClockQuality
  /** JSON text. */
  data: string
}

/** An entry as the outbox holds it. */
export interface OutboxRow extends PendingEntry {
  seq: number
  boot: string
}

/** A `read` entry of this boot, as far as suppression needs it. */
export interface RecentRead {
  mono: number
  /** JSON text of a `ReadData`. */
  data: string
}
