import { randomBytes, timingSafeEqual } from 'node:crypto'
import { formatAgentKey, parseAgentKey } from '@vehicle-control/protocol/agent-key'
import { findLiveKey, insertKey, markKeyUsed } from '../../store/agents/agent-keys.ts'
import type { Db } from '../../store/database.ts'
import { inTransaction } from '../../store/transaction.ts'
import { hashToken } from '../tokens.ts'

const ID_BYTES = 6
const SECRET_BYTES = 32

/** The agent that a key belongs to. */
export interface KeyHolder {
  agentId: number
  code: string
  keyId: string
}

/**
 * Makes a new key for an agent and returns it. Only its hash is stored: it cannot be shown again.
 */
export async function issueAgentKey(db: Db, agentId: number, now: number): Promise<string> {
  const key = {
    id: randomBytes(ID_BYTES).toString('hex'),
    secret: randomBytes(SECRET_BYTES).toString('hex'),
  }
  await insertKey(db, { id: key.id, agentId, secretHash: hashToken(key.secret), now })
  return formatAgentKey(key)
}

/**
 * Finds the agent that presents a key, or null when the key is not in force. The first use of a new
 * key ends the older one; later uses are stored with the agent's hello.
 */
export async function verifyAgentKey(
  db: Db,
  presented: string,
  now = Date.now(),
): Promise<KeyHolder | null> {
  const parsed = parseAgentKey(presented)
  if (!parsed) return null
  const owner = await findLiveKey(db, parsed.id, now)
  if (!owner) return null
  const { key } = owner
  const stored = Buffer.from(key.secret_hash, 'hex')
  if (!timingSafeEqual(Buffer.from(hashToken(parsed.secret), 'hex'), stored)) return null
  if (key.last_used_at === null) await inTransaction(db, (trx) => markKeyUsed(trx, key, now))
  return { agentId: owner.agentId, code: owner.code, keyId: key.id }
}
