import type { EntryKind, EventAgent } from '@vehicle-control/protocol'
import type { z } from 'zod'
import type { Db } from '../store/database.ts'
import type { EntryCounters } from '../store/reports/counters.ts'
import type { RetentionLimits, RetentionStep } from '../store/retention.ts'
import type { Delivery } from './delivery.ts'
import type { EntryOf, EntryRow, EntrySource } from './entry.ts'
import type { Span } from './missed-spans.ts'

/**
 * Everything that the hub does with a kind of entry. Ingest, the announcer, the bus between
 * replicas, the fan-out to browsers and retention walk the list of kinds (`kinds.ts`). `Row` is
 * what an entry becomes on its way into the database.
 */
export interface KindOfEntry<
  K extends EntryKind,
  Row extends EntryRow,
  A = undefined,
> extends RowKind<Row, A> {
  kind: K
  /** Why an entry whose data fits its schema is set aside all the same; null: it is not. */
  refusal?: (entry: EntryOf<K>, sender: SenderLimits) => string | null
  /** Hot path: makes one object literal for each entry. */
  row: (entry: EntryOf<K>, source: EntrySource) => Row
  /** The first seq that an entry stands for; absent: its own. */
  firstSeq?: (entry: EntryOf<K>) => number
}

/** What the hub does with the rows of a kind. */
export interface RowKind<Row extends EntryRow, A = undefined> {
  /** The label of these rows in the metrics of ingest. */
  metric: string
  /** A counter of its own, in addition to the one of all kinds. */
  counter?: RowCounter<Row>
  /**
   * The rows have tags: `findTagged` fills in their assets before they are stored and announced.
   */
  isTagged?: true
  /** Removes from a row what earlier entries of its batch, up to this seq, already cover. */
  beginAfter?: (row: Row, seq: number) => void
  /**
   * Stores the rows of a group of batches, and returns those that were refused, which are not
   * announced. `watermarks` are those before the group, by epoch id.
   */
  insert: (
    db: Db,
    rows: readonly Row[],
    watermarks: ReadonlyMap<number, number>,
  ) => Promise<readonly EntryRow[] | void>
  /** `update` changes the rows of agents, which have to be locked before. */
  locksAgents?: true
  /** Updates other tables from the rows, once the rows of all kinds are inserted. */
  update?: (db: Db, rows: readonly Row[]) => Promise<void>
  /** Adds a row to the counters of reports. */
  count?: (row: Row, counters: EntryCounters) => void
  announced?: A
  /** The steps that delete old rows. */
  retention: (db: Db, limits: RetentionLimits) => RetentionStep[]
}

/** Limits of one agent, over all its connections. */
export interface SenderLimits {
  /** Notes a source of telemetry; returns false when the agent has too many. */
  acceptsSource: (name: string) => boolean
}

/** A counter on /metrics, with one label. */
export interface RowCounter<Row> {
  name: string
  help: string
  label: string
  /** All values of the label: each begins at 0. */
  labels: readonly string[]
  of: (row: Row) => readonly [label: string, n: number]
}

/** The epoch of rows that are announced, and its agent under its current name. */
export interface RowsOrigin {
  epoch: string
  agent: EventAgent
}

/**
 * How rows of a kind are announced: as what, to whom, and how to find those that the bus did not
 * bring.
 */
export interface Announced<Name extends string, Row, Payload> {
  /** The event of the bus. Never rename it: replicas of other versions know it by this name. */
  name: Name
  payload: z.ZodType<Payload>
  /** Makes the payload of a row; null: the row is not announced. */
  of: (row: Row, origin: RowsOrigin) => Payload | null
  /** Measures the time from the oldest entry of a frame to its announcement. */
  isTimed?: true
  /** Empty: a part of the hub listens to the event and delivers it. */
  deliveries: readonly Delivery<Payload>[]
  missed: MissedBySeq<Row> | MissedByKey<Payload>
}

/** What the announcer needs of a row. */
export type AnnouncedRow = Pick<EntryRow, 'seq'> & { late: boolean }

/** Finds rows that another replica stored by their seqs. */
export interface MissedBySeq<Row> {
  by: 'seq'
  /** Rows in the spans that arrived at `since` or later; only the newest if there are many. */
  find: (db: Db, spans: readonly Span[], since: number) => Promise<(Row & { epochId: number })[]>
}

/** Finds payloads of rows that do not keep the seq of their entry, by a key. */
export interface MissedByKey<Payload> {
  by: 'key'
  /** Payloads that may have to be announced at `now`; without those that arrived late. */
  find: (db: Db, now: number) => Promise<Payload[]>
  keyOf: (payload: Payload) => string
  /** The event of the bus by which they finally reach browsers. */
  emittedAs: 'outcomes'
  /** For how long `find` may return a payload. */
  foundForMs: number
}

/** Infers the types of an announcement from its parts. */
export function declareAnnounced<const Name extends string, Row extends AnnouncedRow, Payload>(
  announced: Announced<Name, Row, Payload>,
): Announced<Name, Row, Payload> {
  return announced
}
