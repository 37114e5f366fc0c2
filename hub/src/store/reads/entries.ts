import type { GapData } from '@vehicle-control/protocol'
import { insertRows } from '../bulk.ts'
import type { Db } from '../database.ts'

/** What every stored entry has. */
interface StoredEntry {
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
  assetId: number | null
  readAt: number
  clock: string
  late: boolean
}

export interface StoredSuppression extends StoredEntry {
  reader: string
  uid: string
  assetId: number | null
  firstAt: number
  lastAt: number
  count: number
  rssi: number | null
  late: boolean
}

export interface StoredGap extends StoredEntry {
  gap: GapData
  at: number
}

export interface StoredTelemetry extends StoredEntry {
  type: string
  value: number
  unit: string
  at: number
  late: boolean
}

export interface StoredDeadLetter extends StoredEntry {
  kind: string
  payload: string
  error: string
}

const entryColumns = ['epoch_id', 'seq', 'agent_id', 'received_at'] as const

export async function insertReads(db: Db, rows: readonly StoredRead[]): Promise<void> {
  const cells = rows.map((r) => {
    const { epochId, seq, agentId, receivedAt, reader, uid, antenna, rssi, assetId } = r
    const late = r.late ? 1 : 0
    return [
      epochId,
      seq,
      agentId,
      receivedAt,
      reader,
      uid,
      antenna,
      rssi,
      assetId,
      r.readAt,
      r.clock,
      late,
    ]
  })
  const columns = [
    'reader',
    'uid',
    'antenna',
    'rssi',
    'asset_id',
    'read_at',
    'clock',
    'late',
  ] as const
  await insertRows(db, 'reads', [...entryColumns, ...columns], cells)
}

export async function insertSuppressions(
  db: Db,
  rows: readonly StoredSuppression[],
): Promise<void> {
  const cells = rows.map((r) => {
    const { epochId, seq, agentId, receivedAt, reader, uid, assetId, rssi } = r
    return [
      epochId,
      seq,
      agentId,
      receivedAt,
      reader,
      uid,
      assetId,
      r.firstAt,
      r.lastAt,
      r.count,
      rssi,
    ]
  })
  const columns = ['reader', 'uid', 'asset_id', 'first_at', 'last_at', 'count', 'rssi'] as const
  await insertRows(db, 'suppressions', [...entryColumns, ...columns], cells)
}

export async function insertTelemetry(db: Db, rows: readonly StoredTelemetry[]): Promise<void> {
  const columns = [...entryColumns, 'type', 'value', 'unit', 'ts'] as const
  const cells = rows.map((r) => {
    return [r.epochId, r.seq, r.agentId, r.receivedAt, r.type, r.value, r.unit, r.at]
  })
  await insertRows(db, 'telemetry', columns, cells)
}

export async function insertGaps(db: Db, rows: readonly StoredGap[]): Promise<void> {
  for (const { epochId, seq, agentId, receivedAt, gap, at } of rows) {
    await db
      .insertInto('gaps')
      .values({
        epoch_id: epochId,
        seq,
        agent_id: agentId,
        received_at: receivedAt,
        from_seq: gap.from,
        to_seq: gap.to,
        counts: JSON.stringify(gap.counts),
        reason: gap.reason,
        at,
      })
      .execute()
  }
}

export async function insertDeadLetters(db: Db, rows: readonly StoredDeadLetter[]): Promise<void> {
  const columns = [...entryColumns, 'kind', 'payload', 'error'] as const
  const cells = rows.map((r) => {
    return [r.epochId, r.seq, r.agentId, r.receivedAt, r.kind, r.payload, r.error]
  })
  await insertRows(db, 'dead_letters', columns, cells)
}

/** How many reads and repeats of an epoch are stored in a range of seqs. */
export async function countStored(
  db: Db,
  epochId: number,
  from: number,
  to: number,
): Promise<{ read: number; suppressed: number }> {
  const count = (table: 'reads' | 'suppressions') =>
    db
      .selectFrom(table)
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('epoch_id', '=', epochId)
      .where('seq', '>=', from)
      .where('seq', '<=', to)
      .executeTakeFirstOrThrow()
  return { read: (await count('reads')).n, suppressed: (await count('suppressions')).n }
}
