import type { Db } from '../database.ts'
import type { AuditRow } from '../schema/people.ts'

/** How many rows the audit log has, and the hash of the last one: what it cannot lose unnoticed. */
export interface AuditHead {
  rows: number
  head: string
}

/** A head with the row that it is of. */
export interface HeadRow extends AuditHead {
  /** 0: there is none. */
  id: number
}

export const NO_ROWS: HeadRow = { rows: 0, head: '', id: 0 }

/**
 * The head now, counted on from an earlier one; null when the row of that one is gone or another.
 * Only rows since then are read.
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

/** The newest row after one that is not under this key, with the key that it has; '' for none. */
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

/** The key of the newest row that has one; null: no row has. */
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
