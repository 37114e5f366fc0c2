import type { StatusData } from '@vehicle-control/protocol'
import { sql } from 'kysely'
import { type CellsOf, insertEntries, isOneOf, rowsOf } from '../bulk.ts'
import type { Db } from '../database.ts'
import { insertWithinHour, ROWS_AN_HOUR } from '../hourly-rows.ts'

/**
 * What happened to an agent: as its status entry says, or `clock_off` where the hub finds its clock
 * wrong.
 */
export type AgentEvent = StatusData['event'] | 'clock_off'

/** An event of an agent as it is stored: something that happened, beside its state. */
export interface StoredAgentEvent {
  epochId: number
  seq: number
  agentId: number
  event: AgentEvent
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
const COLUMNS = Object.keys(CELLS) as (keyof typeof CELLS)[]

/** The event of an agent's clock being `off` milliseconds ahead of the hub's; negative: behind. */
export function clockOffEvent(
  from: Pick<StoredAgentEvent, 'epochId' | 'seq' | 'agentId' | 'receivedAt'>,
  off: number,
): StoredAgentEvent {
  return { ...from, event: 'clock_off', detail: `${Math.round(off)} ms`, at: from.receivedAt }
}

/**
 * Stores events. Beyond an agent's limit for the hour, the newest of a kind overwrites its last
 * row.
 */
export async function insertAgentEvents(
  db: Db,
  events: readonly StoredAgentEvent[],
): Promise<void> {
  const insert = (own: readonly StoredAgentEvent[]) => insertEntries(db, 'agent_events', CELLS, own)
  const kindOf = ({ event }: StoredAgentEvent) => event
  // A wrong clock is found with every batch: one row an hour is enough.
  const mostOf = (event: string) => (event === 'clock_off' ? 1 : ROWS_AN_HOUR)
  const table = 'agent_events'
  const added = await insertWithinHour(db, { table, entries: events, kindOf, mostOf, insert })
  if (added.length === 0) return
  const newest = added.flatMap(({ rowId, entries }) => {
    const last = entries.at(-1)
    return last ? [[rowId, ...COLUMNS.map((column) => CELLS[column](last))]] : []
  })
  const set = sql.join(COLUMNS.map((c) => sql`${sql.ref(c)} = ${sql.ref(`e.${c}`)}`))
  await sql`update agent_events set ${set}
    from (${rowsOf(db, ['id', ...COLUMNS], newest)}) as e where agent_events.id = e.id`.execute(db)
}

/** An agent's recent events of one kind, with the detail of the last one. */
export interface RecentEventRow<K> {
  agent_id: number
  event: K
  detail: string | null
  /** When the first of these events arrived. */
  since: number
}

/** Sums up the events of these kinds that arrived since a time, by agent and kind. */
export async function recentEvents<K extends AgentEvent>(
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
