import { type SqlBool, sql } from 'kysely'
import type { Db } from '../database.ts'
import type { FoundRow, ReadList, Reads } from './read-list.ts'

/** The ends of a range; milliseconds, both included. */
interface ReadEnds {
  from?: number | undefined
  to?: number | undefined
  /**
   * Lower end of received_at; the list is then ordered by it, and `from` and `to` do not limit it.
   */
  receivedFrom?: number | undefined
}

/** A part of a list: the rows between these two; where one is absent, to the end of the list. */
export interface PartEnds {
  newerThan?: FoundRow | undefined
  olderThan?: FoundRow | undefined
}

/**
 * The reads of a range, or of a part of it, by the index of the list's order. Each side gets only
 * one limit: of two, SQLite may enter the index at the outer one, and walk all the rows between
 * them.
 */
export function inRange(
  db: Db,
  { from, to, receivedFrom }: ReadEnds,
  { time, ofNoAsset }: ReadList,
  { newerThan, olderThan }: PartEnds = {},
): Reads {
  const at = sql.ref(`reads.${time}`)
  const [first, last] = time === 'read_at' ? [from, to] : [receivedFrom, undefined]
  const oldest = Math.max(newerThan?.at ?? -Infinity, first ?? -Infinity)
  const newest = Math.min(olderThan?.at ?? Infinity, last ?? Infinity)
  const conditions = [
    ofNoAsset && sql<SqlBool>`reads.asset_id is null`,
    oldest > -Infinity && sql<SqlBool>`${at} >= ${oldest}`,
    newest < Infinity && sql<SqlBool>`${at} <= ${newest}`,
    newerThan && sql<SqlBool>`(${at}, reads.id) > (${newerThan.at}, ${newerThan.id})`,
    olderThan && sql<SqlBool>`(${at}, reads.id) < (${olderThan.at}, ${olderThan.id})`,
  ]
  return conditions
    .filter((condition) => typeof condition === 'object')
    .reduce((rows, condition) => rows.where(condition), db.selectFrom('reads') as Reads)
}
