import type { Db } from '../database.ts'

export interface AgentCounts {
  reads: number
  suppressed: number
}

/** What each agent reported from one bucket's start until now, by its id. */
export async function countsSince(
  db: Db,
  from: number,
  now: number,
): Promise<Map<number, AgentCounts>> {
  const rows = await db
    .selectFrom('read_counts')
    .select(['agent_id'])
    .select((eb) => eb.fn.sum<number>('reads').as('reads'))
    .select((eb) => eb.fn.sum<number>('suppressed').as('suppressed'))
    .where('bucket', '>=', from)
    // An edge's clock may be minutes ahead of ours, and of midnight.
    .where('bucket', '<=', now)
    .groupBy('agent_id')
    .execute()
  return new Map(rows.map(({ agent_id, ...counts }) => [agent_id, counts]))
}
