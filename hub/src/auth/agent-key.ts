import { randomBytes, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { findLiveKey, insertKey, markKeyUsed } from '../store/agents/agent-keys.ts'
import type { Db } from '../store/database.ts'
import { inTransaction } from '../store/transaction.ts'
import { hashToken } from './tokens.ts'

const ID_BYTES = 6
const SECRET_BYTES = 32
const MARK_USED_EVERY_MS = 60_000

/** The parts of `vc_<id>_<secret><crc32>`; the sum finds typing errors without a look-up. */
export interface ParsedKey {
  id: string
  secret: string
}

export interface KeyHolder {
  agentId: number
  code: string
  keyId: string
}

/** Writes a key as the edge keeps it. */
export function formatAgentKey({ id, secret }: ParsedKey): string {
  return `vc_${id}_${secret}${checksum(id, secret)}`
}

/** The parts of a key, or null when it cannot be one. */
export function parseAgentKey(text: string): ParsedKey | null {
  const match = /^vc_([0-9a-f]{12})_([0-9a-f]{64})([0-9a-f]{8})$/.exec(text)
  if (!match) return null
  const [, id = '', secret = '', sum] = match
  return checksum(id, secret) === sum ? { id, secret } : null
}

/** Makes a new key for an agent and returns it: the only time that it can be seen. */
export async function issueAgentKey(db: Db, agentId: number, now: number): Promise<string> {
  const key = {
    id: randomBytes(ID_BYTES).toString('hex'),
    secret: randomBytes(SECRET_BYTES).toString('hex'),
  }
  await insertKey(db, { id: key.id, agentId, secretHash: hashToken(key.secret), now })
  return formatAgentKey(key)
}

/**
 * Tells which agent presents a key, or null when the key is not in force. The first use of a new
 * key ends the older one.
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
  if (key.last_used_at === null || now - key.last_used_at >= MARK_USED_EVERY_MS) {
    await inTransaction(db, (trx) => markKeyUsed(trx, key, now))
  }
  return { agentId: owner.agentId, code: owner.code, keyId: key.id }
}

function checksum(id: string, secret: string): string {
  return crc32(`vc_${id}_${secret}`).toString(16).padStart(8, '0')
}
