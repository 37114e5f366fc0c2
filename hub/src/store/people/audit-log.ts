import { createHash } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import { type Db, dialectOf } from '../database.ts'
import { lockAllHubs } from '../postgres/transaction.ts'
import type { AuditRow } from '../schema/people.ts'
import { containsText } from '../text-search.ts'

const ROWS_AT_ONCE = 1000

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

/** Who does something; `via` is said in the detail, where that is not the API. */
export interface AuditActor extends Pick<AuditEntry, 'actor' | 'address'> {
  via?: { via: string }
}

/**
 * Appends to the audit log, in this order. Call it in the transaction of the change itself: both happen or
 * neither, and the row before cannot change between being read and being followed.
 */
export async function appendAudit(trx: Db, ...entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  if (dialectOf(trx) === 'postgres') await lockAllHubs(trx)
  const last = await trx
    .selectFrom('audit_log')
    .select('hash')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  let hash = last?.hash ?? ''
  const rows = entries.map((entry) => {
    const { at = Date.now(), actor, action, target, address } = entry
    const row = { at, actor, action, target, detail: JSON.stringify(entry.detail ?? {}), address }
    hash = auditHash(hash, row)
    return { ...row, hash }
  })
  await trx.insertInto('audit_log').values(rows).execute()
}

/** SHA-256 over the hash of the row before and this row's fields in a fixed order. */
export function auditHash(
  previous: string,
  row: Omit<AuditEntry, 'at' | 'detail'> & { at: number; detail: string },
): string {
  const canonical = [row.at, row.actor, row.action, row.target, row.detail, row.address]
  return createHash('sha256').update(previous).update(JSON.stringify(canonical)).digest('hex')
}

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

export interface AuditSearch {
  /** Texts that the fields contain, ignoring case. */
  actor?: string | undefined
  action?: string | undefined
  target?: string | undefined
  /** Milliseconds, both ends included. */
  from?: number | undefined
  to?: number | undefined
  page: number
  pageSize: number
}

/** A page of the audit log, newest first, and the number of rows that match. */
export async function findAudit(
  db: Db,
  { page, pageSize, from, to, ...texts }: AuditSearch,
): Promise<{ rows: AuditRow[]; total: number }> {
  const conditions = (['actor', 'action', 'target'] as const).flatMap((column) => {
    const text = texts[column]
    return text ? [containsText([column], text)] : []
  })
  if (from !== undefined) conditions.push(sql<SqlBool>`at >= ${from}`)
  if (to !== undefined) conditions.push(sql<SqlBool>`at <= ${to}`)
  const found = conditions.reduce((rows, fits) => rows.where(fits), db.selectFrom('audit_log'))
  const rows = await found
    .selectAll()
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const { total } = await found
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}
