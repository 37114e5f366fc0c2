import type { AgentTotal } from '@vehicle-control/protocol'
import { type RawBuilder, sql } from 'kysely'
import { isOneOf } from '../bulk.ts'
import type { Db } from '../database.ts'
import { BUCKET_MS } from './buckets.ts'
import { type Span, splitSpan } from './spans.ts'

/** A select of each agent's `agent` and the `total` of its reads in a span: of whole buckets by the counters. */
export function agentSums(span: Span): RawBuilder<unknown> {
  const { head, whole, tail } = splitSpan(span, BUCKET_MS)
  const singles = [head, tail].filter(({ from, until }) => from < until)
  const parts = [
    sql`select agent_id, reads from read_counts
      where bucket >= ${whole.from} and bucket < ${whole.until}`,
    ...singles.map(
      ({ from, until }) =>
        sql`select agent_id, 1 from reads where read_at >= ${from} and read_at < ${until}`,
    ),
  ]
  return sql`select agent_id as agent, sum(reads) as total
    from (${sql.join(parts, sql` union all `)}) as counted
    group by agent_id having sum(reads) > 0`
}

/** Names the agents of these sums, deleted ones too; most reads first. */
export async function namedAgents(
  db: Db,
  totals: ReadonlyMap<number, number>,
): Promise<AgentTotal[]> {
  const agents = await db
    .selectFrom('agents')
    .select(['id', 'code', 'name'])
    .where(isOneOf(db, sql.ref('id'), [...totals.keys()]))
    .orderBy('code')
    .execute()
  return agents
    .map(({ id, code, name }) => ({ code, name, total: totals.get(id) ?? 0 }))
    .sort((a, b) => b.total - a.total)
}
