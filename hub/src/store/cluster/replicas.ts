import { type Selectable, sql } from 'kysely'
import type { Db } from '../database.ts'
import type { AgentRow, ReplicaTable } from '../schema.ts'
import { settingMadeOnce } from '../settings/settings.ts'

export type ReplicaRow = Selectable<ReplicaTable>

/** Enters a hub process among those that share the database. */
export async function enterReplica(db: Db, id: string, readers: string): Promise<void> {
  await db.insertInto('replicas').values({ id, beats: 0, readers }).execute()
}

/** Shows that a process lives; false when another one took it for dead. */
export async function beatReplica(db: Db, id: string, readers: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('replicas')
    .set({ readers, beats: sql`beats + 1` })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export function listReplicas(db: Db): Promise<ReplicaRow[]> {
  return db.selectFrom('replicas').selectAll().execute()
}

/** Removes a process; false when it has beaten since, or another process removed it. */
export async function removeReplica(db: Db, id: string, beats: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('replicas')
    .where('id', '=', id)
    .where('beats', '=', beats)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export type HeldAgent = Pick<AgentRow, 'id' | 'code' | 'name' | 'location' | 'last_seen'>

/** Notes that nobody holds the agents of a process any more, and tells which they were. */
export function releaseAgentsOf(db: Db, replica: string): Promise<HeldAgent[]> {
  return db
    .updateTable('agents')
    .set({ replica: null })
    .where('replica', '=', replica)
    .returning(['id', 'code', 'name', 'location', 'last_seen'])
    .execute()
}

/**
 * Notes that the connection of this generation is closed; false when the agent has said hello
 * again since.
 */
export async function releaseAgent(
  db: Db,
  { agentId, generation }: { agentId: number; generation: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('agents')
    .set({ replica: null })
    .where('id', '=', agentId)
    .where('generation', '=', generation)
    .where('replica', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export type AgentHold = Pick<
  AgentRow,
  'id' | 'code' | 'name' | 'location' | 'generation' | 'replica' | 'quarantine'
>

/** What the database has of these agents, for the process that holds their sockets. */
export async function agentHolds(db: Db, ids: readonly number[]): Promise<AgentHold[]> {
  if (ids.length === 0) return []
  return await db
    .selectFrom('agents')
    .select(['id', 'code', 'name', 'location', 'generation', 'replica', 'quarantine'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
}

/** A random name of this installation, made once and kept in the database. */
export function installationId(db: Db, candidate: string): Promise<string> {
  return settingMadeOnce(db, 'installation', candidate)
}
