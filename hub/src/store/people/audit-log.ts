import { type SqlBool, sql } from 'kysely'
import { type Db, dialectOf } from '../database.ts'
import { lockAllHubs } from '../postgres/transaction.ts'
import type { AuditRow } from '../schema/people.ts'
import { keyedHash } from './audit-hash.ts'
import type { AuditHead } from './audit-head.ts'
import { type AuditKey, auditKeyOf } from './audit-key.ts'
import { containsWord } from '../text-search.ts'

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

/** Who does something; `via` is added to the detail when it is not done through the API. */
export interface AuditActor extends Pick<AuditEntry, 'actor' | 'address'> {
  via?: { via: string }
}

/**
 * Appends entries to the audit log, in this order. Call it in the transaction of the change itself,
 * so that both happen or neither. Where the last row has another key, an entry `audit.key` comes
 * first.
 *
 * @throws Error when no key is bound to the database; `openStore` binds the hub's.
 */
export async function appendAudit(trx: Db, ...entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  if (dialectOf(trx) === 'postgres') await lockAllHubs(trx)
  const key = auditKeyOf(trx)
  const last = await lastRow(trx)
  const opening = last !== undefined && last.key !== key.id ? [await keyEntry(trx, last, key)] : []
  await append(trx, last?.hash ?? '', key, [...opening, ...entries])
}

/** The head before the row of `beginAuditKey`, and in `before` the last row's key, '' for none. */
export interface KeyBegun extends AuditHead {
  before: string
}

/**
 * Appends the entry `audit.key`, after which the audit log continues under the database's key. Returns
 * null, and appends nothing, when the last row has that key already. Call it in a transaction, like
 * `appendAudit`.
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

/** Replaces lone surrogates and NUL, which no database gives back as they were hashed. */
const storable = (text: string) => text.replaceAll(/[\p{Surrogate}\0]/gu, '\uFFFD')

const lastRow = (trx: Db) =>
  trx
    .selectFrom('audit_log')
    .select(['hash', 'key'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The entry that says that another key begins here. */
async function keyEntry(trx: Db, last: Pick<AuditRow, 'hash' | 'key'> | undefined, key: AuditKey) {
  const { rows } = await trx
    .selectFrom('audit_log')
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  const detail = { rows, head: last?.hash ?? '', key: key.id, before: last?.key ?? '' }
  return { actor: 'hub', action: 'audit.key', target: key.id, detail, address: null }
}

export interface AuditFilter {
  /** Texts that the fields contain, ignoring the case of A to Z; that of the target may be in the detail. */
  actor?: string | undefined
  action?: string | undefined
  target?: string | undefined
  /** Milliseconds, both ends included. */
  from?: number | undefined
  to?: number | undefined
}

const EXPORT_PAGE_ROWS = 250

/** A page of the audit log, newest first, and the number of rows that match. */
export async function findAudit(
  db: Db,
  { page, pageSize, ...filter }: AuditFilter & { page: number; pageSize: number },
): Promise<{ rows: AuditRow[]; total: number }> {
  const rows = await matching(db, filter)
    .selectAll()
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { rows, total: await countAudit(db, filter) }
}

/** How many rows match. */
export async function countAudit(db: Db, filter: AuditFilter): Promise<number> {
  const { total } = await matching(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** All rows that match, newest first, in pages; those that come meanwhile are left out. */
export async function* auditPages(db: Db, filter: AuditFilter): AsyncGenerator<AuditRow[]> {
  let before: number | undefined = Number.MAX_SAFE_INTEGER
  while (before !== undefined) {
    const page: AuditRow[] = await matching(db, filter)
      .selectAll()
      .where('id', '<', before)
      .orderBy('id', 'desc')
      .limit(EXPORT_PAGE_ROWS)
      .execute()
    if (page.length > 0) yield page
    before = page.length < EXPORT_PAGE_ROWS ? undefined : page.at(-1)?.id
  }
}

function matching(db: Db, { from, to, ...texts }: AuditFilter) {
  const conditions = (['actor', 'action', 'target'] as const).flatMap((column) => {
    const text = texts[column]
    // An asset is named by its id; its plate and tag are in the detail.
    const columns = column === 'target' ? (['target', 'detail'] as const) : [column]
    return text ? [containsWord(db, columns, text)] : []
  })
  if (from !== undefined) conditions.push(sql<SqlBool>`at >= ${from}`)
  if (to !== undefined) conditions.push(sql<SqlBool>`at <= ${to}`)
  return conditions.reduce((rows, fits) => rows.where(fits), db.selectFrom('audit_log'))
}
