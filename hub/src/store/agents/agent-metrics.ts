import { HostMetric } from '@vehicle-control/protocol'
import { sql } from 'kysely'
import { rowsOf } from '../bulk.ts'
import type { Db } from '../database.ts'
import type { AgentMetricRow } from '../schema/agents.ts'

/** A sample of telemetry, whatever it measures. */
interface Sample {
  agentId: number
  type: string
  value: number
  unit: string
  at: number
}

const METRICS: ReadonlySet<string> = new Set(HostMetric.options)
const COLUMNS = ['agent_id', 'metric', 'value', 'unit', 'at', 'since'] as const

/**
 * Keeps the newest sample of each host metric and ignores other telemetry. Writes in key order, so
 * that no two writers deadlock; an entry of a backlog never replaces a newer one.
 */
export async function saveMetrics(db: Db, samples: readonly Sample[]): Promise<void> {
  const newest = new Map<string, Sample>()
  for (const sample of samples) {
    if (!METRICS.has(sample.type)) continue
    const key = `${sample.agentId} ${sample.type}`
    const other = newest.get(key)
    if (other === undefined || other.at <= sample.at) newest.set(key, sample)
  }
  if (newest.size === 0) return
  const rows = [...newest.values()]
    .toSorted((a, b) => a.agentId - b.agentId || (a.type < b.type ? -1 : 1))
    .map(({ agentId, type, value, unit, at }) => [agentId, type, value, unit, at, at])
  await sql`insert into agent_metrics (${sql.join(COLUMNS.map((c) => sql.ref(c)))})
    ${rowsOf(db, COLUMNS, rows)}
    on conflict (agent_id, metric) do update set
      value = excluded.value, unit = excluded.unit, at = excluded.at,
      since = case when (agent_metrics.value = 0) = (excluded.value = 0)
        then agent_metrics.since else excluded.since end
    where agent_metrics.at <= excluded.at`.execute(db)
}

/** The newest value of each metric of all agents. */
export function listMetrics(db: Db): Promise<AgentMetricRow[]> {
  return db.selectFrom('agent_metrics').selectAll().orderBy('metric').execute()
}

/** Metrics of this name whose newest value, taken at `since` or later, is not zero. */
export function metricsAboveZero(
  db: Db,
  metric: HostMetric,
  since: number,
): Promise<AgentMetricRow[]> {
  return db
    .selectFrom('agent_metrics')
    .selectAll()
    .where('metric', '=', metric)
    .where('value', '<>', 0)
    .where('at', '>=', since)
    .execute()
}

/** A metric and the worst of all agents' newest values. */
export interface WorstMetric {
  metric: HostMetric
  value: number
}

/**
 * The worst of the values taken at `since` or later, by metric: the highest; of free space the
 * lowest.
 */
export function worstMetrics(db: Db, since: number): Promise<WorstMetric[]> {
  const value = sql<number>`case metric when 'disk_free' then min(value) else max(value) end`
  return db
    .selectFrom('agent_metrics')
    .innerJoin('agents', 'agents.id', 'agent_metrics.agent_id')
    .select(['metric', value.as('value')])
    .where('agents.deleted_at', 'is', null)
    .where('at', '>=', since)
    .groupBy('metric')
    .execute()
}
