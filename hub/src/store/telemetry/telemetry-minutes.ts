import { sql } from 'kysely'
import { addCounts } from '../bulk.ts'
import type { Db } from '../database.ts'

export const MINUTE_MS = 60_000

/** Larger values are clamped, since no column takes an infinite sum. */
const VALUE_LIMIT = 1e12

interface Sample {
  agentId: number
  type: string
  source: string
  value: number
  at: number
}

/**
 * Adds samples to the sums by minute, from which charts are drawn. Writes in key order, so that no
 * two writers deadlock.
 */
export async function countTelemetry(db: Db, samples: readonly Sample[]): Promise<void> {
  const minutes = new Map<
    string,
    [agentId: number, type: string, source: string, at: number, sum: number, n: number]
  >()
  for (const { agentId, type, source, at, value } of samples) {
    const minute = minuteOf(at)
    const key = `${agentId} ${type} ${minute} ${source}`
    const cell = minutes.get(key) ?? [agentId, type, source, minute, 0, 0]
    cell[4] += Math.min(VALUE_LIMIT, Math.max(-VALUE_LIMIT, value))
    cell[5]++
    minutes.set(key, cell)
  }
  const rows = [...minutes.values()].toSorted(
    (a, b) => a[0] - b[0] || compare(a[1], b[1]) || compare(a[2], b[2]) || a[3] - b[3],
  )
  const key = ['agent_id', 'type', 'source', 'minute'] as const
  await addCounts(db, 'telemetry_minutes', key, ['sum', 'count'], rows)
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/**
 * How many sources of one type are listed at most: a device may name a new one with every sample.
 */
const SOURCES_MAX = 100

/**
 * The sources of an agent's samples of one type in a range, by name; the name of an only one is
 * empty. Costs one index seek for each source, instead of a step for each minute.
 */
export async function telemetrySources(
  db: Db,
  { agentId, type, from, to }: Omit<SeriesQuery, 'source' | 'widthMs'>,
): Promise<string[]> {
  const of = sql`telemetry_minutes where agent_id = ${agentId} and type = ${type}`
  const { rows } = await sql<{ source: string }>`
    with recursive named (source, place) as (
      select min(source), 1 from ${of}
      union all
      select (select min(source) from ${of} and source > named.source), place + 1
      from named where named.source is not null and place < ${SOURCES_MAX}
    )
    select source from named where source is not null and exists (
      select 1 from ${of} and telemetry_minutes.source = named.source
        and minute >= ${minuteOf(from)} and minute <= ${to}
    ) order by source`.execute(db)
  return rows.map((row) => row.source)
}

const minuteOf = (at: number) => Math.floor(at / MINUTE_MS) * MINUTE_MS

export interface SeriesQuery {
  agentId: number
  type: string
  source: string
  /** The whole minutes that contain `from` and `to` count as well. */
  from: number
  to: number
  /** Length of a point, a multiple of a minute. */
  widthMs: number
}

/**
 * Averages one source's samples over points of `widthMs`, oldest first; empty points are left out.
 */
export async function telemetrySeries(
  db: Db,
  { agentId, type, source, from, to, widthMs }: SeriesQuery,
): Promise<{ bucket: number; avg: number }[]> {
  const bucket = sql<number>`minute - minute % ${sql.lit(widthMs)}`
  return await db
    .selectFrom('telemetry_minutes')
    .select([bucket.as('bucket'), sql<number>`sum(sum) / sum(count)`.as('avg')])
    .where('agent_id', '=', agentId)
    .where('type', '=', type)
    .where('source', '=', source)
    .where('minute', '>=', minuteOf(from))
    .where('minute', '<=', to)
    .groupBy(bucket)
    .orderBy('bucket')
    .execute()
}
