import { auditHash } from './audit.ts'
import type { Db } from '../database.ts'
import type { AuditRow } from '../schema.ts'

const ROWS_AT_ONCE = 1000

export type ChainResult = { ok: true; rows: number } | { ok: false; brokenAt: AuditRow }

/**
 * Follows the audit log's chain from its first row and stops at the first one whose hash does not
 * fit: that row was changed, or the one before it was changed, moved or taken away. What the chain
 * cannot show is that its end was cut off.
 */
export async function verifyAuditChain(db: Db): Promise<ChainResult> {
  let previous = ''
  let after = Number.MIN_SAFE_INTEGER
  let rows = 0
  for (;;) {
    const page = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute()
    for (const row of page) {
      if (row.hash !== auditHash(previous, row)) return { ok: false, brokenAt: row }
      previous = row.hash
      after = row.id
      rows++
    }
    if (page.length < ROWS_AT_ONCE) return { ok: true, rows }
  }
}
