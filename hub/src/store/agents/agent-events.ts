import type { StatusData } from '@vehicle-control/protocol'
import { sql } from 'kysely'
import { type CellsOf, insertEntries, isOneOf } from '../bulk.ts'
import type { Db } from '../database.ts'

/** A status entry that tells of more than the agent's state. */
export interface StoredAgentEvent {
  epochId: number
  seq: number
  agentId: number
  event: StatusData['event']
  detail: string | null
  at: number
  receivedAt: number
}

const CELLS: CellsOf<'agent_events', StoredAgentEvent> = {
  epoch_id: (e) => e.epochId,
  seq: (e) => e.seq,
  agent_id: (e) => e.agentId,
  event: (e) => e.event,
  detail: (e) => e.detail,
  at: (e) => e.at,
  received_at: (e) => e.receivedAt,
}

export async function insertAgentEvents(
  db: Db,
  events: readonly StoredAgentEvent[],
): Promise<void> {
  await insertEntries(db, 'agent_events', CELLS, events)
}

/** What an agent told of one kind of event, by the last of them. */
export interface RecentEventRow<K> {
  agent_id: number
  event: K
  detail: string | null
  /** When the first of them arrived. */
  since: number
}

/** Sums up the events of these kinds that arrived since a time, by agent and kind. */
export async function recentEvents<K extends StatusData['event']>(
  db: Db,
  kinds: readonly K[],
  since: number,
): Promise<RecentEventRow<K>[]> {
  const { rows } = await sql<RecentEventRow<K>>`
    select last.agent_id, last.event, last.detail, kind.since
    from (
      select min(received_at) as since, max(id) as id from agent_events
      where ${isOneOf(db, sql`event`, kinds)} and received_at >= ${since}
      group by agent_id, event
    ) as kind
    join agent_events as last on last.id = kind.id
    order by last.agent_id, last.event`.execute(db)
  return rows
}
