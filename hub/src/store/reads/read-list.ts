import { COUNTED_READS_MAX } from '@vehicle-control/protocol'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '../database.ts'
import type { Database } from '../schema/tables.ts'

/** The rows of a page by their ids, and how many rows the list has. */
export interface FoundReads {
  /** Newest first, `limit` at most. */
  ids: number[]
  /** The oldest and the newest read_at of `ids`; null when the list is ordered otherwise. */
  between: [oldest: number, newest: number] | null
  /**
   * How many there are on all pages, 10,001 where `capped`. Null where nothing but `from` and `to`
   * limits them: then the counters of reports have the number.
   */
  total: number | null
  /** There are over 10,000, and more than in `ids`: they were not all counted. */
  capped: boolean
  /** Only the newest 50,000 of the range were searched. */
  truncated: boolean
}

/** A query of `reads` with conditions only: without columns, order or limit. */
export type Reads = SelectQueryBuilder<Database, 'reads', object>
/** A row of a list: its id, and its `time` in epoch milliseconds. */
export type FoundRow = Readonly<{ id: number; at: number }>

/** The order and size of a list: newest first by `time`, and by id where times are equal. */
export interface ReadList {
  time: 'read_at' | 'received_at'
  limit: number
  /** All rows are without an asset, and found by time in the index of assets. */
  ofNoAsset: boolean
  /** The page begins after this row; absent: with the newest. */
  after?: FoundRow | undefined
}

const TOTAL_CAP = COUNTED_READS_MAX + 1

/**
 * Orders reads by time, newest first, so that the planner uses the list's own index.
 */
export function inOrder(rows: Reads, { time, ofNoAsset }: ReadList): Reads {
  // Postgres uses the index (asset_id, read_at) only where the order names both columns: it does
  // not see that all rows have the same null.
  const grouped = ofNoAsset ? rows.orderBy('reads.asset_id', 'desc') : rows
  return grouped.orderBy(`reads.${time}`, 'desc')
}

/** The first of these reads, in the order of the list. */
export function newest(rows: Reads, list: ReadList, limit: number) {
  return inOrder(rows, list)
    .select(['reads.id', `reads.${list.time} as at`])
    .orderBy('reads.id', 'desc')
    .limit(limit)
}

/**
 * The rows of a page. `found` may have one row more than the limit, which shows that more follow.
 */
export function listed(
  found: readonly FoundRow[],
  { time, limit }: ReadList,
): Pick<FoundReads, 'ids' | 'between'> {
  const rows = found.slice(0, limit)
  const [newestRow, oldestRow] = [rows[0], rows.at(-1)]
  const between: FoundReads['between'] =
    newestRow && oldestRow && time === 'read_at' ? [oldestRow.at, newestRow.at] : null
  return { ids: rows.map((row) => row.id), between }
}

/**
 * A page as in `listed`, and how many rows there are on all pages; `rows` selects those of the
 * whole list.
 */
export async function counted(
  db: Db,
  found: readonly FoundRow[],
  list: ReadList,
  rows: Reads,
): Promise<Omit<FoundReads, 'truncated'>> {
  const isWhole = list.after === undefined && found.length <= list.limit
  const total = isWhole ? found.length : await count(db, rows)
  return { ...listed(found, list), total, capped: !isWhole && total === TOTAL_CAP }
}

async function count(db: Db, rows: Reads): Promise<number> {
  const capped = rows.select(sql.lit(1).as('one')).limit(TOTAL_CAP).as('capped')
  const { total } = await db
    .selectFrom(capped)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}
