import { HUB_TAKES } from '@vehicle-control/protocol'
import { type Selectable, sql } from 'kysely'
import { lockAgents } from '../agents/agent-status.ts'
import { rowsOf } from '../bulk.ts'
import type { Db } from '../database.ts'
import type { AgentRow } from '../schema/agents.ts'
import type { ReplicaTable } from '../schema/cluster.ts'
import { getOrCreateSetting } from '../settings/settings.ts'

export type ReplicaRow = Selectable<ReplicaTable>

/** Registers a replica of this release among those that share the database; `readers` is JSON. */
export async function enterReplica(db: Db, id: string, readers: string): Promise<void> {
  const takes = JSON.stringify(HUB_TAKES)
  await db.insertInto('replicas').values({ id, beats: 0, readers, takes }).execute()
}

/** Stores a heartbeat. Returns false when another replica took this one for dead and removed it. */
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

/** Removes a replica. Returns false when it had a heartbeat since, or was removed already. */
export async function removeReplica(db: Db, id: string, beats: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('replicas')
    .where('id', '=', id)
    .where('beats', '=', beats)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export type HeldAgent = Pick<AgentRow, 'id' | 'code' | 'name' | 'location' | 'last_seen'>

/** Releases the agents whose sockets a process held, and returns them. */
export function releaseAgentsOf(db: Db, replica: string): Promise<HeldAgent[]> {
  return db
    .updateTable('agents')
    .set({ replica: null })
    .where('replica', '=', replica)
    .returning(['id', 'code', 'name', 'location', 'last_seen'])
    .execute()
}

/**
 * Releases the agents whose connections of these generations have closed. Returns their ids,
 * without those of agents that have said hello again since. Call it within a transaction.
 */
export async function releaseAgents(
  db: Db,
  closed: readonly (readonly [agentId: number, generation: number])[],
): Promise<Set<number>> {
  if (closed.length === 0) return new Set()
  await lockAgents(
    db,
    closed.map(([agentId]) => agentId),
  )
  const { rows } = await sql<{ id: number }>`update agents set replica = null
    from (${rowsOf(db, ['id', 'generation'], closed)}) as c
    where agents.id = c.id and agents.generation = c.generation and agents.replica is not null
    returning agents.id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export type AgentHold = Pick<
  AgentRow,
  'id' | 'code' | 'name' | 'location' | 'generation' | 'replica' | 'quarantine'
>

/** Loads these agents for the process that holds their sockets; deleted ones are left out. */
export async function agentHolds(db: Db, ids: readonly number[]): Promise<AgentHold[]> {
  if (ids.length === 0) return []
  return await db
    .selectFrom('agents')
    .select(['id', 'code', 'name', 'location', 'generation', 'replica', 'quarantine'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
}

/** A random name of this installation, made once for the database. */
export function installationId(db: Db, candidate: string): Promise<string> {
  return getOrCreateSetting(db, 'installation', candidate)
}
