import { type SqlBool, sql } from 'kysely'
import { type Db, dialectOf } from '../database.ts'
import { lockAllHubs } from '../postgres/transaction.ts'
import type { AuditRow } from '../schema/people.ts'
import { keyedHash } from './audit-hash.ts'
import type { AuditHead } from './audit-head.ts'
import { type AuditKey, auditKeyOf } from './audit-key.ts'
import { containsText } from '../text-search.ts'

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
 * neither, and the row before cannot change between being read and being followed. Where that row is
 * not under the database's key, an entry `audit.key` goes before these.
 *
 * @throws Error without a key; `openStore` binds the hub's.
 */
export async function appendAudit(trx: Db, ...entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  if (dialectOf(trx) === 'postgres') await lockAllHubs(trx)
  const key = auditKeyOf(trx)
  const last = await lastRow(trx)
  const begun = last !== undefined && last.key !== key.id ? [await keyEntry(trx, last, key)] : []
  await append(trx, last?.hash ?? '', key, [...begun, ...entries])
}

/** What `beginAuditKey` found: the key of the last row, '' for none, and the head before its own row. */
export interface KeyBegun extends AuditHead {
  before: string
}

/**
 * Lets the audit log go on under the database's key, with a row that says so, unless its last row is
 * under it already: null then. In a transaction, as `appendAudit`.
 */
export async function beginAuditKey(trx: Db): Promise<KeyBegun | null> {
  if (dialectOf(trx) === 'postgres') await lockAllHubs(trx)
  const key = auditKeyOf(trx)
  const last = await lastRow(trx)
  if (last?.key === key.id) return null
  const entry = await keyEntry(trx, last, key)
  await append(trx, last?.hash ?? '', key, [entry])
  return { before: last?.key ?? '', rows: entry.detail.rows, head: entry.detail.head }
}

async function append(
  trx: Db,
  previous: string,
  key: AuditKey,
  entries: readonly AuditEntry[],
): Promise<void> {
  let hash = previous
  const rows = entries.map((entry) => {
    const { at = Date.now(), action, address } = entry
    const [actor, target] = [storable(entry.actor), storable(entry.target)]
    const row = { at, actor, action, target, detail: JSON.stringify(entry.detail ?? {}), address }
    hash = keyedHash(hash, row, key)
    return { ...row, hash, key: key.id }
  })
  await trx.insertInto('audit_log').values(rows).execute()
}

/** What is read back as it was hashed: no half of a character, and no zero, which Postgres refuses. */
const storable = (text: string) => text.replaceAll(/[\p{Surrogate}\0]/gu, '\uFFFD')

const lastRow = (trx: Db) =>
  trx
    .selectFrom('audit_log')
    .select(['hash', 'key'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Says from where on another key counts, so that no two follow each other in silence. */
async function keyEntry(trx: Db, last: Pick<AuditRow, 'hash' | 'key'> | undefined, key: AuditKey) {
  const { rows } = await trx
    .selectFrom('audit_log')
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  const detail = { rows, head: last?.hash ?? '', key: key.id, before: last?.key ?? '' }
  return { actor: 'hub', action: 'audit.key', target: key.id, detail, address: null }
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
