import { type SqlBool, sql } from 'kysely'
import type { Db } from '../database.ts'
import type { FoundRow, ReadList, Reads } from './read-list.ts'

/** The ends of a range; milliseconds, both included. */
interface ReadEnds {
  from?: number | undefined
  to?: number | undefined
  /** Of received_at; the list is then ordered by it, and the others are no ends of it. */
  receivedFrom?: number | undefined
}

/** The rows of a list between which its part lies; the list's own end where one is absent. */
export interface PartEnds {
  newerThan?: FoundRow | undefined
  olderThan?: FoundRow | undefined
}

/**
 * The reads that the index of the list's order finds for a range, or for a part of it. Each side has
 * one end: of two, SQLite may enter the index at the further one, and walk all that is between.
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
