import { randomBytes, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { findLiveKey, insertKey, markKeyUsed } from '../store/agents/agent-keys.ts'
import type { Db } from '../store/database.ts'
import { inTransaction } from '../store/transaction.ts'
import { hashToken } from './tokens.ts'

const ID_BYTES = 6
const SECRET_BYTES = 32
const KEY_FORM = /^vc_([0-9a-f]{12})_([0-9a-f]{64})([0-9a-f]{8})$/

/** The parts of `vc_<id>_<secret><crc32>`; the sum finds typing errors without a look-up. */
export interface ParsedKey {
  id: string
  secret: string
}

/** The agent that a key belongs to. */
export interface KeyHolder {
  agentId: number
  code: string
  keyId: string
}

/** Formats a key as `vc_<id>_<secret><crc32>`, the form in which the edge keeps it. */
export function formatAgentKey({ id, secret }: ParsedKey): string {
  return `vc_${id}_${secret}${checksum(id, secret)}`
}

/** Parses a key; null when its form or its sum is wrong. */
export function parseAgentKey(text: string): ParsedKey | null {
  const match = KEY_FORM.exec(text)
  if (!match) return null
  const [, id = '', secret = '', sum] = match
  return checksum(id, secret) === sum ? { id, secret } : null
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
 * key ends the older one; later ones are stored with the agent's hello.
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

function checksum(id: string, secret: string): string {
  return crc32(`vc_${id}_${secret}`).toString(16).padStart(8, '0')
}
