import { sql } from 'kysely'
import type { Db } from '../database.ts'
import type { AgentRow } from '../schema/agents.ts'

const SHOWN = [
  'id',
  'code',
  'name',
  'location',
  'lat',
  'lng',
  'last_seen',
  'last_ip',
  'readings_count',
  'quarantine',
  'replica',
] as const

/** An agent without what only its connection needs. */
export type ShownAgentRow = Pick<AgentRow, (typeof SHOWN)[number]>

/** Every agent that is not deleted, by code, with the columns that screens show. */
export async function listShownAgents(db: Db): Promise<ShownAgentRow[]> {
  return await db
    .selectFrom('agents')
    .select(SHOWN)
    .where('deleted_at', 'is', null)
    .orderBy('code_key')
    .execute()
}

/** An agent with what the page of its administration shows. */
export type DetailedAgentRow = ShownAgentRow &
  Pick<AgentRow, 'version' | 'clock' | 'outbox' | 'updated_at'>

/** Every agent that is not deleted, by code, with the columns of its administration. */
export async function listDetailedAgents(db: Db): Promise<DetailedAgentRow[]> {
  return await db
    .selectFrom('agents')
    .select([...SHOWN, 'version', 'clock', 'outbox', 'updated_at'])
    .where('deleted_at', 'is', null)
    .orderBy('code_key')
    .execute()
}

const WATCHED = [
  'id',
  'code',
  'name',
  'last_seen',
  'clock',
  'outbox',
  'quarantine',
  'replica',
] as const

/** An agent with the columns from which alerts are made. */
export type WatchedAgentRow = Pick<AgentRow, (typeof WATCHED)[number]>

/** Every agent that is not deleted, by code, with the columns that alerts are made from. */
export async function listWatchedAgents(db: Db): Promise<WatchedAgentRow[]> {
  return await db
    .selectFrom('agents')
    .select(WATCHED)
    .where('deleted_at', 'is', null)
    .orderBy('code_key')
    .execute()
}

const PLACED = ['id', 'code', 'name', 'location', 'lat', 'lng', 'last_seen', 'replica'] as const

/** An agent as the map needs it. */
export type PlacedAgentRow = Pick<AgentRow, (typeof PLACED)[number]>

/** Every agent that is not deleted, by code, with the columns that the map shows. */
export async function listPlacedAgents(db: Db): Promise<PlacedAgentRow[]> {
  return await db
    .selectFrom('agents')
    .select(PLACED)
    .where('deleted_at', 'is', null)
    .orderBy('code_key')
    .execute()
}

/** True when any agent was ever stored, deleted ones included. */
export async function hasAgents(db: Db): Promise<boolean> {
  const row = await db.selectFrom('agents').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

/** Finds an agent by its code, ignoring case; also a deleted one, since it can be revived. */
export async function findAgent(db: Db, code: string): Promise<AgentRow | undefined> {
  return await db
    .selectFrom('agents')
    .selectAll()
    .where('code_key', '=', code.toLowerCase())
    .executeTakeFirst()
}

/** Loads the names of an agent for events; undefined when it is deleted. */
export async function agentNames(
  db: Db,
  id: number,
): Promise<Pick<AgentRow, 'code' | 'name' | 'location'> | undefined> {
  return await db
    .selectFrom('agents')
    .select(['code', 'name', 'location'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export interface AgentFields {
  code: string
  name: string
  location: string | null
  lat: number | null
  lng: number | null
}

/**
 * Creates an agent, or revives the deleted one with this code: that one keeps its id, so that its
 * epochs and old reads still belong to it. No agent in use may have the code.
 */
export async function createAgent(db: Db, fields: AgentFields, now: number): Promise<AgentRow> {
  return await db
    .insertInto('agents')
    .values({ ...fields, code_key: fields.code.toLowerCase(), created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict.column('code_key').doUpdateSet({
        ...fields,
        updated_at: now,
        deleted_at: null,
        join_confirmed: null,
        join_serial: null,
        quarantine: null,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Stores a change; `at` becomes `updated_at`, by which the next form finds out that it is stale.
 */
export async function updateAgent(
  db: Db,
  id: number,
  fields: Omit<AgentFields, 'code'>,
  at: number,
): Promise<AgentRow> {
  return await db
    .updateTable('agents')
    .set({ ...fields, updated_at: at })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Marks an agent as deleted. A connection that is being opened meanwhile is superseded at its first
 * batch: the edge keeps its entries in case the agent is created again.
 */
export async function deleteAgent(db: Db, id: number, now: number): Promise<void> {
  await db
    .updateTable('agents')
    .set({ deleted_at: now, replica: null, generation: sql`generation + 1` })
    .where('id', '=', id)
    .execute()
}

/**
 * Forgets which device an agent was: the next hello is taken as it is, or only from the device with
 * `serial` when one is given. Lifts a quarantine.
 */
export async function forgetDevice(db: Db, id: number, serial: string | null): Promise<void> {
  await db
    .updateTable('agents')
    .set({ quarantine: null, join_confirmed: null, join_serial: serial })
    .where('id', '=', id)
    .execute()
}
