import { SEARCHED_READS_MAX } from '@vehicle-control/protocol'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { MatchedAssets } from '../assets/find-assets.ts'
import { isListed } from '../bulk.ts'
import type { Db } from '../database.ts'
import { INDEXED_KEYS } from './matching-tags.ts'
import { type ReadFilters, resolveFilters } from './read-filters.ts'
import {
  counted,
  type FoundReads,
  inOrder,
  listed,
  newest,
  type ReadList,
  type Reads,
} from './read-list.ts'
import type { ReadPlace } from './read-place.ts'
import { inRange, type PartEnds } from './read-range.ts'

/** Which stored reads to list: those that fit all conditions that are given. */
export interface ReadQuery extends ReadFilters {
  /** Range of read_at, milliseconds, both ends included. */
  from?: number | undefined
  to?: number | undefined
  /** Lower end of received_at; the list is then ordered by it. */
  receivedFrom?: number | undefined
  onTimeOnly?: boolean | undefined
  /** Lists what follows this read, whether or not it fits the filters itself. */
  after?: ReadPlace | undefined
  limit: number
}

const NOTHING: FoundReads = { ids: [], between: null, total: 0, capped: false, truncated: false }

/** Selects the reads that fit the filters, of the whole list or of a part of it. */
type Select = (part?: PartEnds) => Reads

/**
 * Finds reads by an index, whatever the filters: by time, (tag, time) or (asset, time); the last
 * has the reads without an asset too. For other filters it searches the newest rows of the range.
 * The cost does not grow with the table.
 */
export async function findReads(db: Db, query: ReadQuery): Promise<FoundReads> {
  const { uids, fits, assets } = await resolveFilters(db, query)
  if (assets?.total === 0) return NOTHING
  const list = listOf(query, uids !== undefined)
  const byAssets = assets !== undefined && assets.total <= INDEXED_KEYS && !uids && !fits
  const filtered = (range: Reads) => {
    const rows = filterBeyondIndex(range, query, list)
    const fitting = byAssets ? rows : withAssets(db, rows, assets)
    return fits ? fitting.where(fits) : fitting
  }
  const select: Select = (part) => filtered(inRange(db, query, list, part))
  if (uids) return await byKeys(db, list, select, 'uid', uids)
  if (byAssets) {
    return await byKeys(db, list, select, 'asset_id', JSON.parse(assets.ids) as number[])
  }

  const range = inRange(db, query, list)
  if (filtered(range) !== range) return await bySearch(db, list, range, select)
  const page = select({ olderThan: list.after })
  const found = await newest(page, list, query.limit + 1).execute()
  if (list.time === 'read_at' && !list.ofNoAsset) {
    return { ...listed(found, list), total: null, capped: false, truncated: false }
  }
  return { ...(await counted(db, found, list, inOrder(range, list))), truncated: false }
}

function listOf({ receivedFrom, known, after, limit }: ReadQuery, byTags: boolean): ReadList {
  const time = receivedFrom === undefined ? 'read_at' : 'received_at'
  const ofNoAsset = known === false && time === 'read_at' && !byTags
  const at = time === 'read_at' ? after?.readAt : after?.receivedAt
  const place = after && at !== undefined ? { id: after.id, at } : undefined
  return { time, limit, ofNoAsset, after: place }
}

/** Adds the conditions that the list's index does not serve; without any, returns `rows` itself. */
function filterBeyondIndex(rows: Reads, query: ReadQuery, { time, ofNoAsset }: ReadList): Reads {
  const { from, to, onTimeOnly, known } = query
  // The unary plus keeps the planner on the index that the list is ordered by.
  const [readAt, assetId] = [sql<number>`+reads.read_at`, sql`+reads.asset_id`]
  const conditions: Expression<SqlBool>[] = []
  if (onTimeOnly) conditions.push(sql<SqlBool>`reads.late = 0`)
  if (known === true) conditions.push(sql<SqlBool>`${assetId} is not null`)
  if (known === false && !ofNoAsset) conditions.push(sql<SqlBool>`${assetId} is null`)
  if (time !== 'read_at') {
    if (from !== undefined) conditions.push(sql<SqlBool>`${readAt} >= ${from}`)
    if (to !== undefined) conditions.push(sql<SqlBool>`${readAt} <= ${to}`)
  }
  return conditions.reduce((all, condition) => all.where(condition), rows)
}

function withAssets(db: Db, rows: Reads, assets: MatchedAssets | undefined): Reads {
  // The unary plus keeps the index of assets unused: there may be thousands of them.
  return assets ? rows.where(isListed(db, sql`+asset_id`, assets.ids)) : rows
}

/**
 * Applies filters that no index serves to the newest rows of the range only, to bound the cost: at
 * most so many, and none of the time at which that many end. Every page searches the same rows, so
 * that all pages and the total are of one list.
 */
async function bySearch(db: Db, list: ReadList, range: Reads, select: Select): Promise<FoundReads> {
  // By its time alone, which the index holds: with its id, Postgres would look at all these rows.
  const beyond = await inOrder(range, list)
    .select(`reads.${list.time} as at`)
    .limit(1)
    .offset(SEARCHED_READS_MAX)
    .executeTakeFirst()
  const newerThan = beyond && { at: beyond.at, id: Number.MAX_SAFE_INTEGER }
  const page = select({ newerThan, olderThan: list.after })
  const found = await newest(page, list, list.limit + 1).execute()
  const all = inOrder(select({ newerThan }), list)
  return { ...(await counted(db, found, list, all)), truncated: beyond !== undefined }
}

/** Finds the newest reads of each key by its index, and merges them. */
async function byKeys(
  db: Db,
  list: ReadList,
  select: Select,
  column: 'uid' | 'asset_id',
  keys: readonly (string | number)[],
): Promise<FoundReads> {
  const key = sql.ref(`reads.${column}`)
  const page = select({ olderThan: list.after })
  const max = list.limit + 1
  const parts = keys.map((value) =>
    db
      .selectFrom(newest(page.where(sql<SqlBool>`${key} = ${value}`), list, max).as('part'))
      .select(['part.id', 'part.at']),
  )
  const union = parts.reduce((one, part) => one.unionAll(part))
  const merged = await db
    .selectFrom(union.as('found'))
    .select(['found.id', 'found.at'])
    .orderBy('found.at', 'desc')
    .orderBy('found.id', 'desc')
    .limit(max)
    .execute()
  const all = select().where(sql<SqlBool>`${key} in (${sql.join(keys)})`)
  return { ...(await counted(db, merged, list, all)), truncated: false }
}
