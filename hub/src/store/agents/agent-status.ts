import type { ReaderState } from '@vehicle-control/protocol'
import { sql } from 'kysely'
import { rowsOf } from '../bulk.ts'
import type { Db } from '../database.ts'
import type { AgentReaderRow } from '../schema/agents.ts'

export interface StoredStatus {
  agentId: number
  version: string
  clock: string
  outbox: string
  readers: readonly ReaderState[]
  at: number
  late: boolean
}

/** Stores an agent's status entry; readers that it no longer names are deleted. */
export async function saveStatus(db: Db, status: StoredStatus): Promise<void> {
  const { agentId, version, clock, outbox, readers, at } = status
  await db.updateTable('agents').set({ version, clock, outbox }).where('id', '=', agentId).execute()
  await db.deleteFrom('agent_readers').where('agent_id', '=', agentId).execute()
  if (readers.length === 0) return
  await db
    .insertInto('agent_readers')
    .values(
      [...new Map(readers.map((r) => [r.id, r])).values()].map((r) => ({
        agent_id: agentId,
        reader: r.id,
        type: r.type,
        path: r.path,
        state: r.state,
        simulated: r.simulated ? (1 as const) : (0 as const),
        error: r.error ?? null,
        noise: r.noise,
        updated_at: at,
      })),
    )
    .execute()
}

/** Stores the time of agents' last frames; never moves a time back. */
export async function saveSeen(db: Db, seen: readonly [id: number, at: number][]): Promise<void> {
  await sql`update agents set last_seen = s.at
    from (${rowsOf(db, ['id', 'at'], seen)}) as s
    where agents.id = s.id and (agents.last_seen is null or agents.last_seen < s.at)`.execute(db)
}

/** The readers of all agents as of their last status entries, in the order of their ids. */
export function listReaders(db: Db): Promise<AgentReaderRow[]> {
  return db.selectFrom('agent_readers').selectAll().orderBy('reader').execute()
}

/** Lists an agent's readers as of its last status entry. */
export async function agentReaders(db: Db, agentId: number): Promise<ReaderState[]> {
  const rows = await db
    .selectFrom('agent_readers')
    .selectAll()
    .where('agent_id', '=', agentId)
    .execute()
  return rows.map((r) => ({
    id: r.reader,
    type: r.type,
    path: r.path,
    state: r.state,
    simulated: r.simulated === 1,
    noise: r.noise,
  }))
}
