import { sql } from 'kysely'
import { insertRows, isOneOf } from '../bulk.ts'
import type { Db } from '../database.ts'

/**
 * Notes tags whose row may be out of date, in the transaction that changes what it is made of. What
 * changes assets need not: triggers do.
 */
export async function touchTags(trx: Db, uids: Iterable<string>): Promise<void> {
  const rows = Array.from(new Set(uids), (uid) => [uid])
  await insertRows(trx, 'access_touched', ['uid'], rows)
}

/** The tags that were noted last: a block does not wait for an import. */
export function touchedTags(db: Db, limit: number): Promise<{ id: number; uid: string }[]> {
  return db
    .selectFrom('access_touched')
    .select(['id', 'uid'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/**
 * Takes notes off by their ids. Not all up to one: of two transactions the one with the lower ids may
 * commit last.
 */
export async function dropTouched(trx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await trx
    .deleteFrom('access_touched')
    .where(isOneOf(trx, sql.ref('id'), ids))
    .execute()
}

/** Those of some tags that are noted. */
export async function touchedAmong(db: Db, uids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('access_touched')
    .select('uid')
    .where(isOneOf(db, sql.ref('uid'), uids))
    .execute()
  return new Set(rows.map(({ uid }) => uid))
}
