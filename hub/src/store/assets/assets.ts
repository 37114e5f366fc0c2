import { byVehicleLine, type VehicleColumn } from '@vehicle-control/protocol'
import { sql } from 'kysely'
import { type Cell, rowsOf } from '../bulk.ts'
import type { Db } from '../database.ts'
import type { AssetRow } from '../schema/assets.ts'

/** Columns that the hub fills in, not people. */
type OwnColumn =
  | 'id'
  | 'version_of'
  | `${'created' | 'updated' | 'deleted'}_at`
  | 'tag_retired'
  | `stray_${'read_at' | 'agent_id'}`

export type AssetFields = Omit<AssetRow, OwnColumn>
export type AssetField = keyof AssetFields

/**
 * The fields that people fill in. `read`: reads show the field, so a new value begins a version.
 */
const FIELDS = {
  type: 'read',
  name: 'read',
  plate: 'read',
  rfid_tag: 'tag',
  owner: 'read',
  location: 'asset',
  photo_url: 'asset',
} satisfies Record<AssetField, 'read' | 'tag' | 'asset'>

export const ASSET_FIELDS = Object.keys(FIELDS) as AssetField[]

/** The fields that people fill in, out of a row. */
export function fieldsOf(row: AssetFields): AssetFields {
  return Object.fromEntries(ASSET_FIELDS.map((field) => [field, row[field]])) as AssetFields
}

/** The fields that may be left out of a new asset, with the values that they get. */
const OPTIONAL_FIELDS = { ...byVehicleLine(() => null), location: null, photo_url: null }

/** The fields of a new asset. */
export type NewAsset = Omit<AssetFields, keyof typeof OPTIONAL_FIELDS> &
  Partial<Pick<AssetFields, keyof typeof OPTIONAL_FIELDS>>

/** The asset's field for each column of a vehicle: the model is the asset's name. */
export const FIELD_OF_VEHICLE = {
  plate: 'plate',
  model: 'name',
  owner: 'owner',
  rfid_tag: 'rfid_tag',
} as const satisfies Record<VehicleColumn, AssetField>

/** True when any asset was ever stored, deleted ones included. */
export async function hasAssets(db: Db): Promise<boolean> {
  const row = await db.selectFrom('assets').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

/** The id of the asset that a row is a version of: the one that screens and the API use. */
export const assetIdOf = ({ id, version_of }: Pick<AssetRow, 'id' | 'version_of'>): number =>
  version_of ?? id

/** `assetIdOf` in SQL, written as in the index of versions, so that the index is used. */
export const ASSET_ID = sql<number>`coalesce(assets.version_of, assets.id)`

/** The current version of an asset; undefined where it is deleted. */
export async function findAsset(db: Db, assetId: number): Promise<AssetRow | undefined> {
  return await db
    .selectFrom('assets')
    .selectAll()
    .where(ASSET_ID, '=', assetId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The versions of an asset, the newest first. */
export async function versionsOf(db: Db, assetId: number): Promise<AssetRow[]> {
  return await db
    .selectFrom('assets')
    .selectAll()
    .where(ASSET_ID, '=', assetId)
    .orderBy('id', 'desc')
    .execute()
}

/**
 * Stores a new asset. Rejects with an `isDuplicate` error when another asset in use has its tag or
 * plate.
 */
export async function createAsset(db: Db, fields: NewAsset, now: number): Promise<AssetRow> {
  return await db
    .insertInto('assets')
    .values(newRow(fields, now))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Stores several assets in one statement; returns their ids by tag. Rejects like `createAsset`. */
export async function createAssets(
  db: Db,
  assets: readonly NewAsset[],
  now: number,
): Promise<Map<string, number>> {
  if (assets.length === 0) return new Map()
  const rows = assets.map((fields) => {
    const row: Record<string, Cell> = newRow(fields, now)
    return COLUMNS.map((column) => row[column] ?? null)
  })
  const names = sql.join(COLUMNS.map((column) => sql.ref(column)))
  const stored = await sql<Pick<AssetRow, 'id' | 'rfid_tag'>>`
    insert into assets (${names}) ${rowsOf(db, COLUMNS, rows)} returning id, rfid_tag`.execute(db)
  return new Map(stored.rows.map(({ id, rfid_tag }) => [rfid_tag, id]))
}

/** The columns of a new row. */
const COLUMNS = Object.keys({
  version_of: 0,
  ...FIELDS,
  created_at: 0,
  updated_at: 0,
  deleted_at: 0,
  tag_retired: 0,
  stray_read_at: 0,
  stray_agent_id: 0,
} satisfies Record<keyof NewRow, unknown>)

type NewRow = Omit<AssetRow, 'id'>

function newRow(fields: NewAsset, now: number, versionOf: number | null = null): NewRow {
  const tag = { tag_retired: 0 as const, stray_read_at: null, stray_agent_id: null }
  const times = { created_at: now, updated_at: now, deleted_at: null }
  return { ...OPTIONAL_FIELDS, ...fields, ...times, ...tag, version_of: versionOf }
}

/** The fields that reads show: another value of one of them begins a version. */
export const OF_READS = ASSET_FIELDS.filter((field) => FIELDS[field] === 'read')

/** An edit of an asset; `before` is its row until now. */
export interface AssetEdit {
  before: AssetRow
  fields: AssetFields
  /** The stored type, name, plate and owner were wrong: earlier reads show the new ones too. */
  isCorrection: boolean
  now: number
}

/**
 * Stores an edit; rejects like `createAsset`. A new type, name, plate, owner or tag begins a
 * version at `now`: earlier reads go on showing what was true then. A correction instead overwrites
 * the wrong value in the versions that have it, also in those with earlier tags. A new tag is never
 * a correction, since the vehicle did wear the old one.
 */
export async function updateAsset(db: Db, edit: AssetEdit): Promise<AssetRow> {
  const { before, fields, isCorrection, now } = edit
  const changed = OF_READS.filter((field) => before[field] !== fields[field])
  if (isCorrection) {
    for (const { id, ...values } of await corrections(db, edit, changed)) {
      await db.updateTable('assets').set(values).where('id', '=', id).execute()
    }
  }
  const isSameTag = before.rfid_tag === fields.rfid_tag
  if (isSameTag && (isCorrection || changed.length === 0)) {
    return await db
      .updateTable('assets')
      .set({ ...fields, updated_at: now })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  }
  const tag_retired = isSameTag ? (0 as const) : (1 as const)
  await endVersion(db, before.id, now, { version_of: assetIdOf(before), tag_retired })
  return await db
    .insertInto('assets')
    .values(newRow(fields, now, assetIdOf(before)))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The new values by version: each changed field, back to where its value was another one. */
async function corrections(
  db: Db,
  { before, fields }: AssetEdit,
  changed: readonly AssetField[],
): Promise<(Partial<AssetFields> & { id: number })[]> {
  const versions = await versionsOf(db, assetIdOf(before))
  const wrong = new Map(
    changed.map((field) => {
      const other = versions.findIndex((version) => version[field] !== before[field])
      return [field, other === -1 ? versions.length : other]
    }),
  )
  return versions.flatMap(({ id }, i) => {
    const values = changed.filter((field) => i < (wrong.get(field) ?? 0))
    if (values.length === 0) return []
    return [{ id, ...Object.fromEntries(values.map((field) => [field, fields[field]])) }]
  })
}

/**
 * Marks an asset as deleted. Its versions stay for the reads that point to them; its tag and plate
 * may be used again.
 */
export async function deleteAsset(db: Db, { id }: AssetRow, now: number): Promise<void> {
  await endVersion(db, id, now)
}

async function endVersion(
  db: Db,
  id: number,
  now: number,
  follows: Partial<Pick<AssetRow, 'version_of' | 'tag_retired'>> = {},
): Promise<void> {
  await db
    .updateTable('assets')
    .set({ deleted_at: now, updated_at: now, ...follows })
    .where('id', '=', id)
    .execute()
}
