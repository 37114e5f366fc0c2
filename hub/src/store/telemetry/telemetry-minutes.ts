import { sql } from 'kysely'
import { addCounts } from '../bulk.ts'
import type { Db } from '../database.ts'
import type { StoredTelemetry } from '../reads/entries.ts'

export const MINUTE_MS = 60_000

/** Larger values are clamped: their sums would reach infinity, which no column takes. */
const VALUE_LIMIT = 1e12

/**
 * Adds samples to the minutes that the charts read, in key order so that no two writers deadlock.
 */
export async function countTelemetry(db: Db, samples: readonly StoredTelemetry[]): Promise<void> {
  const minutes = new Map<
    string,
    [agentId: number, type: string, at: number, sum: number, n: number]
  >()
  for (const { agentId, type, at, value } of samples) {
    const minute = Math.floor(at / MINUTE_MS) * MINUTE_MS
    const key = `${agentId} ${type} ${minute}`
    const cell = minutes.get(key) ?? [agentId, type, minute, 0, 0]
    cell[3] += Math.min(VALUE_LIMIT, Math.max(-VALUE_LIMIT, value))
    cell[4]++
    minutes.set(key, cell)
  }
  const rows = [...minutes.values()].toSorted(
    (a, b) => a[0] - b[0] || (a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : a[2] - b[2]),
  )
  const key = ['agent_id', 'type', 'minute'] as const
  await addCounts(db, 'telemetry_minutes', key, ['sum', 'count'], rows)
}

export interface SeriesQuery {
  agentId: number
  type: string
  /** The whole minutes that contain `from` and `to` count as well. */
  from: number
  to: number
  /** Length of a point, a multiple of a minute. */
  widthMs: number
}

/**
 * Averages an agent's samples over points of `widthMs`, oldest first; empty points are left out.
 */
export async function telemetrySeries(
  db: Db,
  { agentId, type, from, to, widthMs }: SeriesQuery,
): Promise<{ bucket: number; avg: number }[]> {
  const firstMinute = Math.floor(from / MINUTE_MS) * MINUTE_MS
  const bucket = sql<number>`minute - minute % ${sql.lit(widthMs)}`
  return await db
    .selectFrom('telemetry_minutes')
    .select([bucket.as('bucket'), sql<number>`sum(sum) / sum(count)`.as('avg')])
    .where('agent_id', '=', agentId)
    .where('type', '=', type)
    .where('minute', '>=', firstMinute)
    .where('minute', '<=', to)
    .groupBy(bucket)
    .orderBy('bucket')
    .execute()
}
