import { ListPlace } from '@vehicle-control/protocol'
import { fromJson } from '../settings/settings.ts'
import type { Db } from '../database.ts'
import { isOneOf } from '../bulk.ts'
import { sql } from 'kysely'

/** By what an agent decides, as it is stored. */
export interface StoredPolicy {
  agentId: number
  /** Grows with each change. */
  revision: number
  mode: string
  /** JSON of its rules; those of a newer hub too, as they are. */
  rules: string
}

/** The policies of these agents, or of all; an agent that nobody configured has none. */
export async function readPolicies(db: Db, agentIds?: readonly number[]): Promise<StoredPolicy[]> {
  if (agentIds?.length === 0) return []
  return db
    .selectFrom('access_policies')
    .select(['agent_id as agentId', 'revision', 'mode', 'rules'])
    .$if(agentIds !== undefined, (query) =>
      query.where(isOneOf(db, sql.ref('agent_id'), agentIds ?? [])),
    )
    .execute()
}

/** Stores a policy as the next revision; false where the stored one is not `seen` (0: there is none). */
export async function savePolicy(
  trx: Db,
  { agentId, mode, rules }: Omit<StoredPolicy, 'revision'>,
  { seen, now, by }: { seen: number; now: number; by: string },
): Promise<boolean> {
  const row = {
    agent_id: agentId,
    revision: seen + 1,
    mode,
    rules,
    changed_at: now,
    changed_by: by,
  }
  if (seen === 0) {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('access_policies')
      .values(row)
      .onConflict((conflict) => conflict.column('agent_id').doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }
  const { numUpdatedRows } = await trx
    .updateTable('access_policies')
    .set(row)
    .where('agent_id', '=', agentId)
    .where('revision', '=', seen)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The lists that people have given up, by the agents that hold them. */
export async function readGivenUp(
  db: Db,
  agentIds: readonly number[],
): Promise<Map<number, ListPlace>> {
  if (agentIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('access_gates')
    .select(['agent_id', 'given_up'])
    .where(isOneOf(db, sql.ref('agent_id'), agentIds))
    .where('given_up', 'is not', null)
    .execute()
  const found = new Map<number, ListPlace>()
  for (const { agent_id, given_up } of rows) {
    const { data } = ListPlace.safeParse(fromJson(given_up ?? ''))
    if (data !== undefined) found.set(agent_id, data)
  }
  return found
}
