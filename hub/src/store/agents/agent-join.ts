import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import { type Db, dialectOf } from '../database.ts'
import type { AgentTable } from '../schema/agents.ts'
import { getOrCreateSetting } from '../settings/settings.ts'

export type JoinRow = Pick<
  Selectable<AgentTable>,
  | 'id'
  | 'code'
  | 'name'
  | 'location'
  | 'last_seen'
  | 'last_ip'
  | 'hardware_serial'
  | 'join_confirmed'
  | 'join_offered'
  | 'join_serial'
  | 'quarantine'
  | 'generation'
  | 'replica'
  | 'boot_id'
>

/**
 * Loads an agent for its hello and locks its row: another hello of it waits until the transaction
 * ends. Undefined when the agent was deleted meanwhile.
 */
export function findForJoin(db: Db, agentId: number): Promise<JoinRow | undefined> {
  return db
    .selectFrom('agents')
    .select(['id', 'code', 'name', 'location', 'last_seen', 'last_ip', 'hardware_serial'])
    .select(['join_confirmed', 'join_offered', 'join_serial', 'quarantine', 'generation'])
    .select(['replica', 'boot_id'])
    .where('id', '=', agentId)
    .where('deleted_at', 'is', null)
    .$if(dialectOf(db) === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()
}

export async function saveJoin(
  db: Db,
  agentId: number,
  join: Partial<
    Pick<
      Selectable<AgentTable>,
      | 'join_confirmed'
      | 'join_offered'
      | 'join_serial'
      | 'quarantine'
      | 'generation'
      | 'replica'
      | 'hardware_serial'
      | 'last_ip'
      | 'last_seen'
      | 'boot_id'
      | 'version'
      | 'accepts'
    >
  >,
): Promise<void> {
  await db.updateTable('agents').set(join).where('id', '=', agentId).execute()
}

/**
 * Stores that the edge has the offered join state on disk: from now on an older state is a stale
 * copy. Does nothing when another state has been offered since.
 */
export async function confirmJoin(db: Db, agentId: number, counter: number): Promise<void> {
  await db
    .updateTable('agents')
    .set({ join_confirmed: counter })
    .where('id', '=', agentId)
    .where('join_offered', '=', counter)
    .execute()
}

/** The secret that signs join states, made once for the database. */
export function joinSecret(db: Db): Promise<string> {
  return getOrCreateSetting(db, 'join_secret', randomBytes(32).toString('base64url'))
}
