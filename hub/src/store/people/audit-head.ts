import type { Db } from '../database.ts'
import type { AuditRow } from '../schema/people.ts'

/** Number of rows of the audit log, and the hash of the last: with it a lost row is noticed. */
export interface AuditHead {
  rows: number
  head: string
}

/** A head with the id of its last row. */
export interface HeadRow extends AuditHead {
  /** 0: the log is empty. */
  id: number
}

export const NO_ROWS: HeadRow = { rows: 0, head: '', id: 0 }

/**
 * The head now, counted from an earlier one; null when the row of the earlier one is gone or
 * changed. Only reads the rows since.
 */
export async function auditHead(db: Db, since: HeadRow = NO_ROWS): Promise<HeadRow | null> {
  const { rows, last } = await db
    .selectFrom('audit_log')
    .select((eb) => [eb.fn.countAll<number>().as('rows'), eb.fn.max('id').as('last')])
    .where('id', '>', since.id)
    .executeTakeFirstOrThrow()
  const hashes = new Map(
    (
      await db
        .selectFrom('audit_log')
        .select(['id', 'hash'])
        .where('id', 'in', [since.id, last ?? since.id])
        .execute()
    ).map(({ id, hash }) => [id, hash]),
  )
  if (since.id !== 0 && hashes.get(since.id) !== since.head) return null
  const id = last ?? since.id
  return { rows: since.rows + rows, head: hashes.get(id) ?? '', id }
}

/** The newest row after the id `after` whose key is not `key`; its key is '' where it has none. */
export async function keyOfAnother(
  db: Db,
  key: string,
  after: number,
): Promise<Pick<AuditRow, 'id' | 'key'> | undefined> {
  return await db
    .selectFrom('audit_log')
    .select(['id', 'key'])
    .where('id', '>', after)
    .where('key', '<>', key)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Id of the key of the newest row that has one; null: no row has a key. */
export async function newestKey(db: Db): Promise<string | null> {
  const found = await db
    .selectFrom('audit_log')
    .select('key')
    .where('key', '<>', '')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.key ?? null
}
