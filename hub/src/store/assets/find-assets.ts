import { type Expression, type SqlBool, sql } from 'kysely'
import { isOneOf } from '../bulk.ts'
import { type Db, dialectOf } from '../database.ts'
import type { AssetRow } from '../schema/assets.ts'
import { ASSET_ID, type AssetField, FIELD_OF_VEHICLE } from './assets.ts'
import { containsText } from '../text-search.ts'

export interface AssetQuery {
  /** Absent: assets of all types. */
  type?: AssetRow['type'] | undefined
  /** A text that one of `columns` contains. */
  q?: string | undefined
  columns: readonly AssetField[]
  page: number
  pageSize: number
}

/** A page of the assets that are not deleted, newest first, and how many there are in all. */
export async function listAssets(
  db: Db,
  { type, q, columns, page, pageSize }: AssetQuery,
): Promise<{ rows: AssetRow[]; total: number }> {
  const matching = db
    .selectFrom('assets')
    .where('deleted_at', 'is', null)
    .$if(type !== undefined, (query) => query.where('type', '=', type ?? 'vehicle'))
    .$if(q !== undefined, (query) => query.where(containsText(columns, q ?? '')))
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matching
    .selectAll()
    // An edit that begins a version must not move the asset to another page.
    .orderBy(ASSET_ID, 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { rows, total }
}

/** The number of vehicles that are not deleted. */
export async function countVehicles(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('assets')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('type', '=', 'vehicle')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return total
}

/** Rows of one page of an export: small enough not to hold the event loop. */
const PAGE_ROWS = 250

type ColumnOfVehicle = (typeof FIELD_OF_VEHICLE)[keyof typeof FIELD_OF_VEHICLE]

/** Every vehicle that is not deleted, by plate, a page at a time. */
export async function* vehiclePages(db: Db): AsyncGenerator<Pick<AssetRow, ColumnOfVehicle>[]> {
  let last: string | null = ''
  while (last !== null) {
    const page = await db
      .selectFrom('assets')
      .select(Object.values(FIELD_OF_VEHICLE))
      .where('type', '=', 'vehicle')
      .where('deleted_at', 'is', null)
      .where('plate', '>', last)
      .orderBy('plate')
      .limit(PAGE_ROWS)
      .execute()
    if (page.length > 0) yield page
    last = page.length < PAGE_ROWS ? null : (page.at(-1)?.plate ?? null)
  }
}

/**
 * Ids of versions as a JSON list, so that a hundred thousand of them need not be parsed on the way.
 */
export interface MatchedAssets {
  total: number
  ids: string
}

/**
 * The versions of assets whose plate and owner contain these texts, ignoring case and accents. Past
 * versions count too, since reads show the plate and owner of their time.
 */
export async function matchAssets(
  db: Db,
  { plate, owner }: { plate?: string | undefined; owner?: string | undefined },
): Promise<MatchedAssets> {
  const ids = dialectOf(db) === 'sqlite' ? sql`json_group_array(id)` : sql`json_agg(id)::text`
  const { total, list } = await db
    .selectFrom('assets')
    .select((eb) => [eb.fn.countAll<number>().as('total'), sql<string | null>`${ids}`.as('list')])
    .where((eb) => {
      const conditions: Expression<SqlBool>[] = []
      if (plate) conditions.push(containsText(['plate'], plate))
      if (owner) conditions.push(containsText(['owner'], owner))
      return eb.and(conditions)
    })
    .executeTakeFirstOrThrow()
  return { total, ids: list ?? '[]' }
}

/** Every asset that is not deleted and has one of these plates or tags. */
export async function assetsWith(
  db: Db,
  taken: { plates: readonly string[]; tags: readonly string[] },
): Promise<AssetRow[]> {
  const findBy = async (column: 'plate' | 'rfid_tag', values: readonly string[]) => {
    if (values.length === 0) return []
    return await db
      .selectFrom('assets')
      .selectAll()
      .where('deleted_at', 'is', null)
      .where(isOneOf(db, sql.ref(column), values))
      .execute()
  }
  // Two queries, since each uses an index of its own.
  return [...(await findBy('plate', taken.plates)), ...(await findBy('rfid_tag', taken.tags))]
}
