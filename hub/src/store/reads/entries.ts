import { sql } from 'kysely'
import { type CellsOf, insertEntries, rowsOf } from '../bulk.ts'
import type { Db } from '../database.ts'

export interface StoredEntry {
  epochId: number
  seq: number
  agentId: number
  receivedAt: number
}

export interface StoredRead extends StoredEntry {
  reader: string
  uid: string
  antenna: number | null
  rssi: number | null
  /** The version of an asset that had the tag; null where none had. */
  versionId: number | null
  readAt: number
  clock: string
  late: boolean
  tid: string | null
}

export interface StoredSuppression extends StoredEntry {
  reader: string
  uid: string
  /** As in a read. */
  versionId: number | null
  firstAt: number
  lastAt: number
  count: number
  rssi: number | null
  late: boolean
}

export interface StoredTelemetry extends StoredEntry {
  type: string
  /** Which of several of one type; empty for the only one. */
  source: string
  value: number
  unit: string
  at: number
  late: boolean
}

/** The columns that the tables of entries share. */
export const ENTRY = {
  epoch_id: (e: StoredEntry) => e.epochId,
  seq: (e: StoredEntry) => e.seq,
  agent_id: (e: StoredEntry) => e.agentId,
  received_at: (e: StoredEntry) => e.receivedAt,
}

const READ: CellsOf<'reads', StoredRead> = {
  ...ENTRY,
  reader: (r) => r.reader,
  uid: (r) => r.uid,
  antenna: (r) => r.antenna,
  rssi: (r) => r.rssi,
  asset_id: (r) => r.versionId,
  read_at: (r) => r.readAt,
  clock: (r) => r.clock,
  late: (r) => (r.late ? 1 : 0),
  tid: (r) => r.tid,
}

export async function insertReads(db: Db, reads: readonly StoredRead[]): Promise<void> {
  await insertEntries(db, 'reads', READ, reads)
}

const SUPPRESSION: CellsOf<'suppressions', StoredSuppression> = {
  ...ENTRY,
  reader: (s) => s.reader,
  uid: (s) => s.uid,
  asset_id: (s) => s.versionId,
  first_at: (s) => s.firstAt,
  last_at: (s) => s.lastAt,
  count: (s) => s.count,
  rssi: (s) => s.rssi,
}

export async function insertSuppressions(
  db: Db,
  suppressions: readonly StoredSuppression[],
): Promise<void> {
  await insertEntries(db, 'suppressions', SUPPRESSION, suppressions)
}

const TELEMETRY: CellsOf<'telemetry', StoredTelemetry> = {
  ...ENTRY,
  type: (t) => t.type,
  source: (t) => t.source,
  value: (t) => t.value,
  unit: (t) => t.unit,
  ts: (t) => t.at,
}

export async function insertTelemetry(db: Db, samples: readonly StoredTelemetry[]): Promise<void> {
  await insertEntries(db, 'telemetry', TELEMETRY, samples)
}

/** A range of an epoch's entries, both ends included. */
export interface SeqRange {
  epochId: number
  from: number
  to: number
}

/** Counts the stored reads and suppressions in each of some ranges of seqs, in their order. */
export async function countStored(
  db: Db,
  ranges: readonly SeqRange[],
): Promise<{ read: number; suppressed: number }[]> {
  if (ranges.length === 0) return []
  const cells = ranges.map(({ epochId, from, to }, place) => [place, epochId, from, to])
  const count = (table: 'reads' | 'suppressions') =>
    sql`(select count(*) from ${sql.table(table)} as t
      where t.epoch_id = r.epoch_id and t.seq >= r.first and t.seq <= r.last)`
  const { rows } = await sql<{ read: number; suppressed: number }>`
    select ${count('reads')} as read, ${count('suppressions')} as suppressed
    from (${rowsOf(db, ['place', 'epoch_id', 'first', 'last'], cells)}) as r
    order by r.place`.execute(db)
  return rows
}
