import type { TodayResponse } from '@vehicle-control/protocol'
import { sql } from 'kysely'
import type { Db } from '../database.ts'
import type { Span } from './spans.ts'

/** How far the clocks of hubs that share a database may differ. */
const CLOCKS_APART_MS = 600_000

/** An agent's counts, or an epoch's watermark. */
interface Row {
  /** Null where the agent is deleted. */
  code: string | null
  reads: number
  suppressed: number
  epoch: string | null
  seq: number
}

/**
 * Counts a day by the counters. `through` says which entries are included: the watermark of every
 * epoch that moved since the day began. Uses one statement, so that both are of the same moment.
 * The day must begin and end with a bucket.
 */
export async function countsOfDay(
  db: Db,
  { from, until }: Span,
): Promise<Pick<TodayResponse, 'reads' | 'suppressed' | 'agents' | 'through'>> {
  const { rows } = await sql<Row>`
    select agents.code, counted.reads, counted.suppressed, null as epoch, 0 as seq
    from (
      select agent_id, sum(reads) as reads, sum(suppressed) as suppressed from read_counts
      where bucket >= ${from} and bucket < ${until} group by agent_id
    ) as counted
    left join agents on agents.id = counted.agent_id and agents.deleted_at is null
    union all
    select null, 0, 0, epoch, watermark from agent_epochs
    where updated_at >= ${from - CLOCKS_APART_MS}`.execute(db)
  const site = { reads: 0, suppressed: 0 }
  const agents: TodayResponse['agents'] = []
  const through: TodayResponse['through'] = []
  for (const { code, reads, suppressed, epoch, seq } of rows) {
    site.reads += reads
    site.suppressed += suppressed
    if (epoch !== null) through.push({ epoch, seq })
    else if (code !== null) agents.push({ code, reads, suppressed })
  }
  return { ...site, agents, through }
}
