import type { EntryKind, EventAgent } from '@vehicle-control/protocol'
import type { z } from 'zod'
import type { Db } from '../store/database.ts'
import type { EntryCounters } from '../store/reports/counters.ts'
import type { RetentionLimits, RetentionStep } from '../store/retention.ts'
import type { Delivery } from './delivery.ts'
import type { EntryOf, EntryRow, EntrySource } from './entry.ts'
import type { Span } from './missed-spans.ts'

/**
 * All that the hub knows of a kind of entry. `kinds.ts` lists them: ingest, the announcer, the bus between
 * replicas, the fan-out to browsers and retention walk that list. `Row` is what an entry becomes on its way
 * into the database.
 */
export interface KindOfEntry<
  K extends EntryKind,
  Row extends EntryRow,
  A = undefined,
> extends RowKind<Row, A> {
  kind: K
  /** Why data that fits its schema is set aside all the same; null where it is not. */
  refusal?: (entry: EntryOf<K>, sender: SenderLimits) => string | null
  /** Hot path: one object literal an entry. */
  row: (entry: EntryOf<K>, source: EntrySource) => Row
  /** The first seq that an entry stands for; absent: its own. */
  firstSeq?: (entry: EntryOf<K>) => number
}

/** What the hub does with the rows of a kind. */
export interface RowKind<Row extends EntryRow, A = undefined> {
  /** The rows' name in the metrics of ingest. */
  metric: string
  /** A counter beside that of all kinds. */
  counter?: RowCounter<Row>
  /** Rows of tags: what the tag stood for at `at` is found before they are stored and announced. */
  isTagged?: true
  /** Leaves out of a row what earlier entries of its batch, up to this seq, have brought. */
  beginAfter?: (row: Row, seq: number) => void
  /**
   * Stores the rows of a group of batches, and answers those that were not taken: they are not announced.
   * `watermarks` are those before the group, by epoch id.
   */
  insert: (
    db: Db,
    rows: readonly Row[],
    watermarks: ReadonlyMap<number, number>,
  ) => Promise<readonly EntryRow[] | void>
  /** `update` changes the rows of agents: they are locked before. */
  locksAgents?: true
  /** Changes what else follows from the rows, once those of all kinds are inserted. */
  update?: (db: Db, rows: readonly Row[]) => Promise<void>
  /** Adds a row to the counters of reports. */
  count?: (row: Row, counters: EntryCounters) => void
  announced?: A
  /** Deletes what is too old, in parts. */
  retention: (db: Db, limits: RetentionLimits) => RetentionStep[]
}

/** Limits of one sender, over all its connections. */
export interface SenderLimits {
  /** Notes a source of telemetry; false for one too many. */
  takesSource: (name: string) => boolean
}

/** A counter on /metrics, with one label. */
export interface RowCounter<Row> {
  name: string
  help: string
  label: string
  /** All labels that there are: each begins at 0. */
  labels: readonly string[]
  of: (row: Row) => readonly [label: string, n: number]
}

/** The epoch of rows that are announced, and its agent under its present name. */
export interface RowsOrigin {
  epoch: string
  agent: EventAgent
}

/** What is announced of the rows of a kind, to whom, and how it is found when the bus did not bring it. */
export interface Announced<Name extends string, Row, Payload> {
  /** The event of the bus. It crosses to replicas of other versions: it is never another one. */
  name: Name
  payload: z.ZodType<Payload>
  /** Null for a row of which nothing is announced. */
  of: (row: Row, origin: RowsOrigin) => Payload | null
  /** The time from the oldest of a frame to its announcement is measured. */
  isTimed?: true
  /** None: a part of the hub takes the event, and hands it on. */
  deliveries: readonly Delivery<Payload>[]
  missed: MissedBySeq<Row> | MissedByKey<Payload>
}

/** What of a row whoever announces it must know. */
export type AnnouncedRow = Pick<EntryRow, 'seq'> & { late: boolean }

/** Rows that another replica stored, by their places in their epochs. */
export interface MissedBySeq<Row> {
  by: 'seq'
  /** Those in the spans that arrived at `since` or later; the newest, if many. */
  find: (db: Db, spans: readonly Span[], since: number) => Promise<(Row & { epochId: number })[]>
}

/** Payloads of rows that do not keep the seq that they came by. */
export interface MissedByKey<Payload> {
  by: 'key'
  /** Those that may have to be announced at `now`; one that was late when it came is none. */
  find: (db: Db, now: number) => Promise<Payload[]>
  keyOf: (payload: Payload) => string
  /** The event of the bus by which browsers get them, in the end. */
  heardAs: 'outcomes'
  /** For so long it may be found. */
  foundForMs: number
}

/** Infers the types of an announcement from its parts. */
export function declareAnnounced<const Name extends string, Row extends AnnouncedRow, Payload>(
  announced: Announced<Name, Row, Payload>,
): Announced<Name, Row, Payload> {
  return announced
}
