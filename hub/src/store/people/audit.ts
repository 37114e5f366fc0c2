import { createHash } from 'node:crypto'
import { type Db, dialectOf } from '../database.ts'
import { lockAllHubs } from '../postgres/transaction.ts'

export interface AuditEntry {
  /** Now, unless given. */
  at?: number
  /** Email of a user, `agent:<code>`, or `hub`. */
  actor: string
  action: string
  target: string
  detail?: Record<string, string | number | boolean | null>
  address: string | null
}

/**
 * Appends to the audit log. Call it in the transaction of the deed itself: both happen or neither,
 * and the row before cannot change between being read and being followed.
 */
export async function appendAudit(trx: Db, entry: AuditEntry): Promise<void> {
  if (dialectOf(trx) === 'postgres') await lockAllHubs(trx)
  const last = await trx
    .selectFrom('audit_log')
    .select('hash')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const row = { ...entry, at: entry.at ?? Date.now(), detail: JSON.stringify(entry.detail ?? {}) }
  await trx
    .insertInto('audit_log')
    .values({ ...row, hash: auditHash(last?.hash ?? '', row) })
    .execute()
}

/** SHA-256 over the hash of the row before and this row's fields in a fixed order. */
export function auditHash(
  previous: string,
  row: Omit<AuditEntry, 'at' | 'detail'> & { at: number; detail: string },
): string {
  const canonical = [row.at, row.actor, row.action, row.target, row.detail, row.address]
  return createHash('sha256').update(previous).update(JSON.stringify(canonical)).digest('hex')
}
