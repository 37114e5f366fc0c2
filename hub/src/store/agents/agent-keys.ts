import type { Db } from '../database.ts'
import type { AgentKeyRow } from '../schema/agents.ts'
import { withdrawApproval } from './enroll-cards.ts'

const MARK_USED_EVERY_MS = 60_000

export interface KeyOwner {
  agentId: number
  code: string
  key: AgentKeyRow
}

/** Finds a key that is neither revoked nor expired, of an agent that is not deleted. */
export async function findLiveKey(db: Db, id: string, now: number): Promise<KeyOwner | undefined> {
  const row = await db
    .selectFrom('agent_keys')
    .innerJoin('agents', 'agents.id', 'agent_keys.agent_id')
    .selectAll('agent_keys')
    .select('agents.code')
    .where('agent_keys.id', '=', id)
    .where('agent_keys.revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .where('agents.deleted_at', 'is', null)
    .executeTakeFirst()
  return row && { agentId: row.agent_id, code: row.code, key: row }
}

/** True for a key that nobody has used, and that no newer one follows. */
export async function isKeyUnused(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('agent_keys')
    .select('id')
    .where('id', '=', id)
    .where('last_used_at', 'is', null)
    .where('expires_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Adds a key. Its `created_at` is later than that of the agent's other keys, since it orders them.
 */
export async function insertKey(
  db: Db,
  key: { id: string; agentId: number; secretHash: string; now: number },
): Promise<void> {
  const newest = await db
    .selectFrom('agent_keys')
    .select((eb) => eb.fn.max('created_at').as('created_at'))
    .where('agent_id', '=', key.agentId)
    .executeTakeFirst()
  await db
    .insertInto('agent_keys')
    .values({
      id: key.id,
      agent_id: key.agentId,
      secret_hash: key.secretHash,
      created_at: Math.max(key.now, (newest?.created_at ?? 0) + 1),
      expires_at: null,
      last_used_at: null,
      revoked_at: null,
    })
    .execute()
}

/** Stores when a key was used, at most once a minute. Its first use ends the agent's older keys. */
export async function markKeyUsed(db: Db, key: AgentKeyRow, now: number): Promise<void> {
  if (key.last_used_at !== null && now - key.last_used_at < MARK_USED_EVERY_MS) return
  await db.updateTable('agent_keys').set({ last_used_at: now }).where('id', '=', key.id).execute()
  if (key.last_used_at !== null) return
  await db
    .updateTable('agent_keys')
    .set({ expires_at: now })
    .where('agent_id', '=', key.agent_id)
    .where('created_at', '<', key.created_at)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .execute()
}

/**
 * Ends an agent's keys before a newer one is added. The key that was used last stays until
 * `expiresAt`: it is the one on the device, which must not be locked out if the new one never
 * arrives. An approval that its device has not used yet ends, too.
 */
export async function retireKeys(
  db: Db,
  agentId: number,
  now: number,
  expiresAt: number,
): Promise<void> {
  const live = await db
    .selectFrom('agent_keys')
    .select(['id', 'expires_at'])
    .where('agent_id', '=', agentId)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy((eb) => eb.fn.coalesce('last_used_at', eb.lit(0)), 'desc')
    .orderBy('created_at', 'desc')
    .execute()
  for (const [i, key] of live.entries()) {
    const end = Math.min(key.expires_at ?? Infinity, i === 0 ? expiresAt : now)
    await db.updateTable('agent_keys').set({ expires_at: end }).where('id', '=', key.id).execute()
  }
  await withdrawApproval(db, agentId)
}

/** Revokes every key of an agent, and an approval that its device has not used yet. */
export async function revokeKeys(db: Db, agentId: number, now: number): Promise<void> {
  await db
    .updateTable('agent_keys')
    .set({ revoked_at: now })
    .where('agent_id', '=', agentId)
    .where('revoked_at', 'is', null)
    .execute()
  await withdrawApproval(db, agentId)
}

export interface RevokedKey {
  id: string
  agentId: number
  revokedAt: number
}

/** Keys that were revoked at `since` or later. */
export async function keysRevokedSince(db: Db, since: number): Promise<RevokedKey[]> {
  const rows = await db
    .selectFrom('agent_keys')
    .select(['id', 'agent_id', 'revoked_at'])
    .where('revoked_at', '>=', since)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    agentId: row.agent_id,
    revokedAt: row.revoked_at ?? since,
  }))
}
