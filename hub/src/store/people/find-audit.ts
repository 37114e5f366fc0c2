import { type SqlBool, sql } from 'kysely'
import type { Db } from '../database.ts'
import type { AuditRow } from '../schema.ts'
import { containsText } from '../text-search.ts'

export interface AuditSearch {
  /** Looked for inside their fields, ignoring case. */
  actor?: string | undefined
  action?: string | undefined
  target?: string | undefined
  /** Milliseconds, both ends included. */
  from?: number | undefined
  to?: number | undefined
  page: number
  pageSize: number
}

/** A page of the audit log, newest first, and how many rows fit in all. */
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
