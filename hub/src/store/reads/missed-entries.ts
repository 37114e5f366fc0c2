import { LATE_AFTER_MS, TelemetryType } from '@vehicle-control/protocol'
import type { ExpressionBuilder } from 'kysely'
import type { Db } from '../database.ts'
import type { StoredRead, StoredSuppression, StoredTelemetry } from './entries.ts'
import type { Database } from '../schema/tables.ts'
import { findTagged, type Tagged } from '../assets/tagged-assets.ts'

/** Rows of one table; more than any screen shows. */
const ROWS_MAX = 5000

/** An epoch whose watermark moved, with its agent's present names. */
export interface MovedEpoch {
  id: number
  epoch: string
  agent_id: number
  watermark: number
  code: string
  name: string
  location: string | null
}

/** The epochs that took entries at `since` or later, by the clock of whichever hub stored them. */
export function movedEpochs(db: Db, since: number): Promise<MovedEpoch[]> {
  return db
    .selectFrom('agent_epochs as e')
    .innerJoin('agents as a', 'a.id', 'e.agent_id')
    .select(['e.id', 'e.epoch', 'e.agent_id', 'e.watermark', 'a.code', 'a.name', 'a.location'])
    .where('e.updated_at', '>=', since)
    .where('a.deleted_at', 'is', null)
    .execute()
}

/** Entries of an epoch: those above `from` up to `to`. */
export interface Span {
  epochId: number
  agentId: number
  from: number
  to: number
}

/** The stored entries of an epoch in a span, oldest first. */
export interface MissedEntries {
  reads: (Tagged & Pick<StoredRead, 'seq' | 'receivedAt' | 'readAt' | 'late'>)[]
  suppressions: (Tagged &
    Pick<StoredSuppression, 'seq' | 'receivedAt' | 'lastAt' | 'count' | 'late'>)[]
  telemetry: Pick<StoredTelemetry, 'seq' | 'type' | 'source' | 'value' | 'unit' | 'at' | 'late'>[]
}

/**
 * By epoch id, the entries of some epochs that arrived at `since` or later; the newest, if many.
 */
export async function missedEntries(
  db: Db,
  spans: readonly Span[],
  since: number,
): Promise<Map<number, MissedEntries>> {
  const inSpans = (eb: ExpressionBuilder<Database, 'reads' | 'suppressions' | 'telemetry'>) =>
    eb.or(
      spans.map(({ epochId, from, to }) =>
        eb.and([eb('epoch_id', '=', epochId), eb('seq', '>', from), eb('seq', '<=', to)]),
      ),
    )
  const reads = await db
    .selectFrom('reads')
    .select(['epoch_id', 'seq', 'uid', 'read_at', 'received_at'])
    .where(inSpans)
    .where('received_at', '>=', since)
    .where('late', '=', 0)
    .orderBy('received_at', 'desc')
    .limit(ROWS_MAX)
    .execute()
  const repeats = await db
    .selectFrom('suppressions')
    .select(['epoch_id', 'seq', 'uid', 'last_at', 'received_at', 'count'])
    .where(inSpans)
    .where('received_at', '>=', since)
    .orderBy('received_at', 'desc')
    .limit(ROWS_MAX)
    .execute()
  const samples = await db
    .selectFrom('telemetry')
    .select(['epoch_id', 'seq', 'type', 'source', 'value', 'unit', 'ts', 'received_at'])
    .where(
      'agent_id',
      'in',
      spans.map((span) => span.agentId),
    )
    .where('type', 'in', TelemetryType.options)
    .where('ts', '>=', since - LATE_AFTER_MS)
    .where(inSpans)
    .orderBy('ts', 'desc')
    .limit(ROWS_MAX)
    .execute()
  const found = new Map(
    spans.map(({ epochId }) => {
      const ofEpoch = <T extends { epoch_id: number; seq: number }>(rows: readonly T[]) =>
        rows.filter((r) => r.epoch_id === epochId).toSorted((a, b) => a.seq - b.seq)
      const missed: MissedEntries = {
        reads: ofEpoch(reads).map(({ seq, uid, received_at, read_at }) => {
          return { seq, uid, ...UNTAGGED, receivedAt: received_at, readAt: read_at, late: false }
        }),
        suppressions: ofEpoch(repeats).map(({ seq, uid, received_at, last_at, count }) => {
          const late = isLate(last_at, received_at)
          return { seq, uid, ...UNTAGGED, receivedAt: received_at, lastAt: last_at, count, late }
        }),
        telemetry: ofEpoch(samples).map(({ seq, type, source, value, unit, ts, received_at }) => {
          return { seq, type, source, value, unit, at: ts, late: isLate(ts, received_at) }
        }),
      }
      return [epochId, missed]
    }),
  )
  for (const missed of found.values()) await findTagged(db, missed)
  return found
}

const UNTAGGED = { versionId: null, asset: null }

/** These tables have no `late` column; the edge's clock stands in for the age on arrival. */
const isLate = (at: number, receivedAt: number) => receivedAt - at > LATE_AFTER_MS
