import type { Db } from '../database.ts'
import type { AgentReaderRow, AgentRow } from '../schema.ts'

/** Every agent that is not deleted, by code. */
export function watchedAgents(db: Db): Promise<AgentRow[]> {
  return db
    .selectFrom('agents')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('code_key')
    .execute()
}

/** Readers that are not simply open. */
export function troubledReaders(db: Db): Promise<AgentReaderRow[]> {
  return db.selectFrom('agent_readers').selectAll().where('state', '<>', 'open').execute()
}

/** Gaps that arrived since a time, newest last; at most 1,000. */
export function recentGaps(
  db: Db,
  since: number,
): Promise<{ agent_id: number; counts: string; reason: string; received_at: number }[]> {
  return db
    .selectFrom('gaps')
    .select(['agent_id', 'counts', 'reason', 'received_at'])
    .where('received_at', '>=', since)
    .orderBy('received_at')
    .limit(1000)
    .execute()
}
