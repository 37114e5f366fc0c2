import { type SqlBool, sql } from 'kysely'
import type { Db } from '../database.ts'
import type { ReadList, Reads } from './read-list.ts'

/** The ends of a range; milliseconds, both included. */
interface ReadEnds {
  from?: number | undefined
  to?: number | undefined
  /** Of received_at; the list is then ordered by it, and the others are no ends of it. */
  receivedFrom?: number | undefined
}

/** The reads that the index of the list's order finds for a range. */
export function inRange(db: Db, { from, to, receivedFrom }: ReadEnds, list: ReadList): Reads {
  const { time, ofNoAsset } = list
  const [first, last] = time === 'read_at' ? [from, to] : [receivedFrom, undefined]
  return db
    .selectFrom('reads')
    .$if(ofNoAsset, (rows) => rows.where('reads.asset_id', 'is', null))
    .$if(first !== undefined, (rows) => rows.where(`reads.${time}`, '>=', first ?? 0))
    .$if(last !== undefined, (rows) => rows.where(`reads.${time}`, '<=', last ?? 0))
}

/** Those of a range that come behind the read at which the page begins. */
export function pageRange(db: Db, ends: ReadEnds, list: ReadList): Reads {
  const { time, after } = list
  if (after === null) return inRange(db, ends, list)
  const at = time === 'read_at' ? after.readAt : after.receivedAt
  // One upper end, so that no index can be entered at the further one of two.
  const last = time === 'read_at' ? Math.min(at, ends.to ?? at) : at
  return inRange(db, { ...ends, to: undefined }, list)
    .where(`reads.${time}`, '<=', last)
    .where(sql<SqlBool>`(${sql.ref(`reads.${time}`)}, reads.id) < (${at}, ${after.id})`)
}
