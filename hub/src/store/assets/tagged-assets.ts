import {
  byShownColumn,
  type EventVehicle,
  type NamedAsset,
  SHOWN_COLUMNS,
  type ShownColumn,
} from '@vehicle-control/protocol'
import { sql } from 'kysely'
import { isOneOf, rowsOf } from '../bulk.ts'
import type { Db } from '../database.ts'
import { ASSET_ID, FIELD_OF_VEHICLE } from './assets.ts'

/** What a tag stood for at a moment. */
export interface TaggedAsset {
  /** Id of the version that had the tag then, or had it last. */
  versionId: number
  /** Id of the asset that this is a version of. */
  assetId: number
  /** The fields that reads show. */
  vehicle: EventVehicle
  /** The asset had another tag by then: a read of this one belongs to no asset. */
  isRetired: boolean
}

/** A row with a tag, and the asset that the tag stood for. */
export interface TaggedRow {
  uid: string
  /** As stored in the row; null where no asset had the tag. */
  versionId: number | null
  asset: TaggedAsset | null
}

/** The fields of a row before `findTagged` has filled them in. */
export const ASSET_NOT_LOOKED_UP = { versionId: null, asset: null }

/** What browsers get of the asset that lost a tag. */
export function retiredFrom({ assetId, vehicle }: TaggedAsset): NamedAsset {
  return { asset_id: assetId, name: vehicle.plate || vehicle.model || '' }
}

const NAMED = sql.raw(
  `coalesce(had.version_of, had.id) || ' ' || coalesce(nullif(had.plate, ''), had.name)`,
)

/**
 * For a row of `reads`: id and name of the asset that had lost its tag by then, as one text. Only
 * looked up for reads without an asset.
 */
export const RETIRED_FROM = sql<string | null>`case when reads.asset_id is null then (
  select case when had.tag_retired = 1 and had.deleted_at <= reads.read_at
    then ${NAMED} end
  from assets as had where had.rfid_tag = reads.uid and had.created_at <= reads.read_at
  order by had.created_at desc, had.id desc limit 1
) end`

/**
 * For a row of `reads`: id and name of the asset that has its tag now, as one text. Only looked up for
 * reads without an asset.
 */
export const REGISTERED_NOW = sql<string | null>`case when reads.asset_id is null then (
  select ${NAMED} from assets as had where had.rfid_tag = reads.uid and had.deleted_at is null
) end`

/** Parses the text of `RETIRED_FROM` and of `REGISTERED_NOW`. */
export function readNamedAsset(text: string): NamedAsset {
  const end = text.indexOf(' ')
  return { asset_id: Number(text.slice(0, end)), name: text.slice(end + 1) }
}

/** Fills in `asset` and `versionId` of each row: what its tag stood for at `at`. */
export async function findTagged(
  db: Db,
  rows: readonly (TaggedRow & { at: number })[],
): Promise<void> {
  if (rows.length === 0) return
  const holders = await tagHolders(
    db,
    rows.map(({ uid, at }) => [uid, at]),
  )
  for (const row of rows) setAsset(row, holders.at(row.uid, row.at))
}

function setAsset(row: TaggedRow, asset: TaggedAsset | null): void {
  row.asset = asset
  row.versionId = asset === null || asset.isRetired ? null : asset.versionId
}

/** Stores, for each tag that its asset had lost by then, when and where it was read last. */
export async function saveStrays(
  db: Db,
  reads: readonly (TaggedRow & { agentId: number; at: number })[],
): Promise<void> {
  const newest = new Map<number, readonly [version: number, at: number, agentId: number]>()
  for (const { asset, at, agentId } of reads) {
    if (!asset?.isRetired || at < (newest.get(asset.versionId)?.[1] ?? 0)) continue
    newest.set(asset.versionId, [asset.versionId, at, agentId])
  }
  if (newest.size === 0) return
  await sql`update assets set stray_read_at = stray.at, stray_agent_id = stray.agent_id
    from (${rowsOf(db, ['id', 'at', 'agent_id'], [...newest.values()])}) as stray
    where assets.id = stray.id and coalesce(assets.stray_read_at, 0) < stray.at`.execute(db)
}

/** The newest read of a tag that its asset had lost by then. */
export interface StrayRow {
  agent_id: number
  tag: string
  readAt: number
  assetId: number
  /** Plate or name of the asset while it had the tag. */
  name: string
}

/**
 * Tags that no asset has now, and that were read, after their asset lost them, at `since` or later.
 */
export async function recentStrays(db: Db, since: number): Promise<StrayRow[]> {
  const { rows } = await sql<StrayRow>`
    select assets.stray_agent_id as agent_id, assets.rfid_tag as tag,
      assets.stray_read_at as "readAt", ${ASSET_ID} as "assetId",
      coalesce(nullif(assets.plate, ''), assets.name) as name
    from assets
    where assets.stray_read_at >= ${since} and not exists (
      select 1 from assets as present
      where present.rfid_tag = assets.rfid_tag and present.deleted_at is null
    )
    order by assets.stray_read_at desc`.execute(db)
  return rows
}

/** A tag at a moment, milliseconds since 1970. */
export type TagMoment = readonly [uid: string, at: number]

/** A version of an asset and its tag. */
type VersionRow = Pick<TaggedAsset, 'versionId' | 'assetId'> & { uid: string } & Record<
    ShownColumn,
    string | null
  >

/** What each of some tags stood for at some moments. */
export class TagHolders {
  /** Tags that one version had from the first moment to the last. */
  readonly #held = new Map<string, TaggedAsset>()
  /** What the other tags stood for, by moment and tag. */
  readonly #atMoments = new Map<string, TaggedAsset>()

  isHeld(uid: string): boolean {
    return this.#held.has(uid)
  }

  hold(row: VersionRow): void {
    this.#held.set(row.uid, shownOf(row, false))
  }

  set([uid, at]: TagMoment, row: VersionRow, isRetired: boolean): void {
    this.#atMoments.set(`${at} ${uid}`, shownOf(row, isRetired))
  }

  /** The version that had a tag at a moment, or the last one that had lost it; null: neither. */
  at(uid: string, at: number): TaggedAsset | null {
    return this.#held.get(uid) ?? this.#atMoments.get(`${at} ${uid}`) ?? null
  }
}

function shownOf(row: VersionRow, isRetired: boolean): TaggedAsset {
  const { versionId, assetId } = row
  const shown = byShownColumn((column) => row[column])
  return { versionId, assetId, vehicle: Object.assign(shown, { asset_id: assetId }), isRetired }
}

/**
 * Finds what tags stood for at these moments. It costs one index seek for each tag, however often
 * its asset was edited. A tag that its asset lost, or that got another asset between the first
 * moment and the last, costs one more seek for each moment.
 */
export async function tagHolders(db: Db, moments: readonly TagMoment[]): Promise<TagHolders> {
  const holders = new TagHolders()
  if (moments.length === 0) return holders
  const uids = new Set<string>()
  let [first, last] = [Infinity, -Infinity]
  for (const [uid, at] of moments) {
    uids.add(uid)
    first = Math.min(first, at)
    last = Math.max(last, at)
  }
  // Does not select the times, which few rows need: a column costs as much as a seek.
  const { rows } = await sql<VersionRow & { held: number }>`
    select ${SHOWN}, rfid_tag as uid, case
      when created_at <= ${first} and (deleted_at is null or deleted_at > ${last}) then 1
      else 0 end as held
    from assets
    where ${isOneOf(db, sql.ref('rfid_tag'), [...uids])}
      and ${KNOWN_UNTIL} > ${first} and created_at <= ${last}`.execute(db)
  for (const row of rows) if (row.held === 1) holders.hold(row)
  const others = new Set<string>()
  for (const { uid } of rows) if (!holders.isHeld(uid)) others.add(uid)
  if (others.size > 0) {
    const rest = moments.filter(([uid]) => others.has(uid))
    for (const { at, isRetired, ...row } of await lastVersions(db, rest)) {
      holders.set([row.uid, at], row, isRetired)
    }
  }
  return holders
}

/** The version that had a tag last, for each moment; none where the asset was deleted by then. */
async function lastVersions(
  db: Db,
  moments: readonly TagMoment[],
): Promise<(VersionRow & { at: number; isRetired: boolean })[]> {
  const { rows } = await sql<VersionRow & { at: number; held: number }>`
    select ${SHOWN}, moment.uid, moment.at,
      case when deleted_at is null or deleted_at > moment.at then 1 else 0 end as held
    from (${rowsOf(db, ['uid', 'at'], moments)}) as moment
    inner join assets on assets.id = (
      select had.id from assets as had
      where had.rfid_tag = moment.uid and had.created_at <= moment.at
      order by had.created_at desc, had.id desc limit 1
    )
    where deleted_at is null or deleted_at > moment.at or tag_retired = 1`.execute(db)
  return rows.map(({ held, ...row }) => ({ ...row, isRetired: held === 0 }))
}

const COLUMNS = SHOWN_COLUMNS.map(
  (column) => sql`${sql.ref(FIELD_OF_VEHICLE[column])} as ${sql.ref(column)}`,
)
const SHOWN = sql`assets.id as "versionId", ${ASSET_ID} as "assetId", ${sql.join(COLUMNS)}`
/**
 * Until when a version is known by its tag; written as in the index of tags, so that it is used.
 */
const KNOWN_UNTIL = sql`case when tag_retired = 1 then 9007199254740991
  else coalesce(deleted_at, 9007199254740991) end`
