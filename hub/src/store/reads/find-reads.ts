import { COUNTED_READS_MAX, SEARCHED_READS_MAX } from '@vehicle-control/protocol'
import { type Expression, type SqlBool, type SelectQueryBuilder, sql } from 'kysely'
import { matchAssets } from '../assets/find-assets.ts'
import { isOneOf } from '../bulk.ts'
import type { Db } from '../database.ts'
import type { Database } from '../schema/tables.ts'
import { asPattern } from '../text-search.ts'

export interface ReadQuery {
  plate?: string | undefined
  owner?: string | undefined
  /** A tag: exact, or its first 4 characters or more; anything else is looked for inside tags. */
  q?: string | undefined
  /** Range of read_at, milliseconds, both ends included. */
  from?: number | undefined
  to?: number | undefined
  /** Lower end of received_at; the list is then ordered by it. */
  receivedFrom?: number | undefined
  withoutLate?: boolean | undefined
  limit: number
}

export interface FoundReads {
  /** Newest first, `limit` at most. */
  ids: number[]
  /** The oldest and the newest read_at of `ids`; null when the list is ordered otherwise. */
  between: [oldest: number, newest: number] | null
  /**
   * How many there are, 10,001 where `capped`. Null where nothing but `from` and `to` limits them:
   * the counters of reports tell that.
   */
  total: number | null
  /** There are over 10,000, and more than `ids` has: nobody counted how many. */
  capped: boolean
  /** Only the newest 50,000 of the range were searched. */
  truncated: boolean
}

const TOTAL_CAP = COUNTED_READS_MAX + 1
const PREFIX_MIN = 4
/**
 * At most so many tags or assets are looked up by their index; with more, the range is searched.
 */
const INDEXED_KEYS = 100

const NOTHING = { ids: [], between: null, total: 0, capped: false }

type Reads = SelectQueryBuilder<Database, 'reads', object>
type TimeColumn = 'read_at' | 'received_at'
type FoundRow = Readonly<{ id: number; at: number }>

interface ListOrder {
  time: TimeColumn
  limit: number
}

/** Filters of a query: some tags, some assets, or a condition on tags that no index serves. */
interface Filters {
  uids?: string[]
  fits?: Expression<SqlBool>
  assetIds?: number[]
}

/**
 * Finds reads by an index whatever the filters: time, (tag, time), (asset, time), or the newest
 * rows of the range. Its cost does not grow with the table.
 */
export async function findReads(db: Db, query: ReadQuery): Promise<FoundReads> {
  const { uids, fits, assetIds } = await resolve(db, query)
  if (assetIds?.length === 0) return { ...NOTHING, truncated: false }
  const time: TimeColumn = query.receivedFrom === undefined ? 'read_at' : 'received_at'
  const range = inRange(db.selectFrom('reads'), query, time)
  const rows = withoutIndex(range, query, time)
  const list: ListOrder = { time, limit: query.limit }
  if (uids) return await byKeys(db, list, withAssets(db, rows, assetIds), 'uid', uids)
  if (assetIds && assetIds.length <= INDEXED_KEYS && !fits) {
    return await byKeys(db, list, rows, 'asset_id', assetIds)
  }

  // Filters that no index serves are applied to the newest rows of the range, to bound the cost.
  const searched = fits !== undefined || assetIds !== undefined || rows !== range
  if (!searched && time === 'read_at') {
    const { ids, between } = listed(await newest(range, time, query.limit).execute(), list)
    return { ids, between, total: null, capped: false, truncated: false }
  }
  const beyond = searched
    ? await newest(range, time, 1).offset(SEARCHED_READS_MAX).executeTakeFirst()
    : undefined
  const among = withAssets(db, rows, assetIds)
    .$if(fits !== undefined, (qb) => qb.where(fits ?? sql.lit(true)))
    .$if(beyond !== undefined, (qb) =>
      qb.where(
        sql<SqlBool>`(${sql.ref(`reads.${time}`)}, reads.id) > (${beyond?.at}, ${beyond?.id})`,
      ),
    )
  const found = await newest(among, time, query.limit + 1).execute()
  return { ...(await counted(db, found, list, among)), truncated: beyond !== undefined }
}

async function resolve(db: Db, { plate, owner, q }: ReadQuery): Promise<Filters> {
  const filters: Filters = {}
  if (plate || owner) filters.assetIds = await matchAssets(db, { plate, owner })
  if (!q) return filters
  const tag = q.toUpperCase()
  const uids = tag.length < PREFIX_MIN ? await exactTag(db, tag) : await tagsFrom(db, tag)
  if (uids.length === 0) filters.fits = like(`%${asPattern(tag)}%`)
  else if (uids.length <= INDEXED_KEYS) filters.uids = uids
  else filters.fits = like(`${asPattern(tag)}%`)
  return filters
}

function like(pattern: string): Expression<SqlBool> {
  return sql<SqlBool>`reads.uid like ${pattern} escape '\\'`
}

async function exactTag(db: Db, tag: string): Promise<string[]> {
  const row = await db.selectFrom('reads').select('uid').where('uid', '=', tag).executeTakeFirst()
  return row ? [row.uid] : []
}

/** The distinct tags that begin with `prefix`: one index seek a tag, not one step a read. */
async function tagsFrom(db: Db, prefix: string): Promise<string[]> {
  const end = `${prefix}\uffff`
  const { rows } = await sql<{ uid: string }>`
    with recursive tag (uid) as (
      select min(uid) from reads where uid >= ${prefix} and uid < ${end}
      union all
      select (select min(uid) from reads where uid > tag.uid and uid < ${end})
      from tag where tag.uid is not null
    )
    select uid from tag where uid is not null limit ${INDEXED_KEYS + 1}`.execute(db)
  return rows.map((row) => row.uid)
}

/** Limits rows to the ends that the index of the list's order serves. */
function inRange(rows: Reads, { from, to, receivedFrom }: ReadQuery, time: TimeColumn): Reads {
  if (receivedFrom !== undefined) return rows.where(`reads.${time}`, '>=', receivedFrom)
  return rows
    .$if(from !== undefined, (qb) => qb.where(`reads.${time}`, '>=', from ?? 0))
    .$if(to !== undefined, (qb) => qb.where(`reads.${time}`, '<=', to ?? 0))
}

/** Adds the conditions that this index does not serve; without any, returns the same rows. */
function withoutIndex(rows: Reads, query: ReadQuery, time: TimeColumn): Reads {
  const { from, to, withoutLate } = query
  // The unary plus keeps the planner on the index that the list is ordered by.
  const readAt = sql<number>`+reads.read_at`
  const conditions: Expression<SqlBool>[] = []
  if (withoutLate) conditions.push(sql<SqlBool>`reads.late = 0`)
  if (time !== 'read_at') {
    if (from !== undefined) conditions.push(sql<SqlBool>`${readAt} >= ${from}`)
    if (to !== undefined) conditions.push(sql<SqlBool>`${readAt} <= ${to}`)
  }
  return conditions.reduce((all, condition) => all.where(condition), rows)
}

function withAssets(db: Db, rows: Reads, assetIds: readonly number[] | undefined): Reads {
  // The plus leaves the choice of index to the other conditions: there can be thousands of assets.
  return assetIds ? rows.where(isOneOf(db, sql`+asset_id`, assetIds)) : rows
}

function newest(rows: Reads, time: TimeColumn, limit: number) {
  return rows
    .select(['reads.id', `reads.${time} as at`])
    .orderBy(`reads.${time}`, 'desc')
    .orderBy('reads.id', 'desc')
    .limit(limit)
}

/** Counts the rows that `found`, which may have one more than the limit, is the beginning of. */
async function counted(
  db: Db,
  found: readonly FoundRow[],
  list: ListOrder,
  rows: Reads,
): Promise<Omit<FoundReads, 'truncated'>> {
  const isWhole = found.length <= list.limit
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

function listed(
  found: readonly FoundRow[],
  { time, limit }: ListOrder,
): Pick<FoundReads, 'ids' | 'between'> {
  const rows = found.slice(0, limit)
  const [newestRow, oldestRow] = [rows[0], rows.at(-1)]
  const between: FoundReads['between'] =
    newestRow && oldestRow && time === 'read_at' ? [oldestRow.at, newestRow.at] : null
  return { ids: rows.map((row) => row.id), between }
}

/** Merges the newest of each key, each found by its index. */
async function byKeys(
  db: Db,
  list: ListOrder,
  rows: Reads,
  column: 'uid' | 'asset_id',
  keys: readonly (string | number)[],
): Promise<FoundReads> {
  const { time, limit } = list
  const key = sql.ref(`reads.${column}`)
  const parts = keys.map((value) =>
    db
      .selectFrom(newest(rows.where(sql<SqlBool>`${key} = ${value}`), time, limit + 1).as('part'))
      .select(['part.id', 'part.at']),
  )
  const union = parts.reduce((all, part) => all.unionAll(part))
  const merged = await db
    .selectFrom(union.as('found'))
    .select(['found.id', 'found.at'])
    .orderBy('found.at', 'desc')
    .orderBy('found.id', 'desc')
    .limit(limit + 1)
    .execute()
  const among = rows.where(sql<SqlBool>`${key} in (${sql.join(keys)})`)
  return { ...(await counted(db, merged, list, among)), truncated: false }
}
