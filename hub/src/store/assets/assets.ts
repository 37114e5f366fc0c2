import { byVehicleLine, type VehicleColumn } from '@vehicle-control/protocol'
import { sql } from 'kysely'
import { type Cell, rowsOf } from '../bulk.ts'
import type { Db } from '../database.ts'
import type { AssetRow } from '../schema/assets.ts'

/** What the hub itself writes down of an asset. */
type OwnColumn =
  | 'id'
  | 'version_of'
  | `${'created' | 'updated' | 'deleted'}_at`
  | 'tag_retired'
  | `stray_${'read_at' | 'agent_id'}`

export type AssetFields = Omit<AssetRow, OwnColumn>
export type AssetField = keyof AssetFields

/** What people say of an asset; `read`: reads show it, so that another value begins a version. */
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

/** What people said of an asset, of its row. */
export function fieldsOf(row: AssetFields): AssetFields {
  return Object.fromEntries(ASSET_FIELDS.map((field) => [field, row[field]])) as AssetFields
}

/** What nobody has to say of a new asset. */
const UNSAID = { ...byVehicleLine(() => null), location: null, photo_url: null }

/** A new asset as it is stored. */
export type NewAsset = Omit<AssetFields, keyof typeof UNSAID> &
  Partial<Pick<AssetFields, keyof typeof UNSAID>>

/** Where an asset has what people say of a vehicle: its model is the asset's name. */
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

/** The asset that a row is a version of: the id by which people and programs name it. */
export const assetIdOf = ({ id, version_of }: Pick<AssetRow, 'id' | 'version_of'>): number =>
  version_of ?? id

/** `assetIdOf` of a row of `assets`, as the index of versions has it. */
export const ASSET_ID = sql<number>`coalesce(assets.version_of, assets.id)`

/** An asset as it is; undefined where it is deleted. */
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

/** Rejects with an error that `isDuplicate` knows when tag or plate are another live asset's. */
export async function createAsset(db: Db, fields: NewAsset, now: number): Promise<AssetRow> {
  return await db
    .insertInto('assets')
    .values(newRow(fields, now))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Stores several assets in one statement, and gives their ids by tag; rejects like `createAsset`. */
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
  return { ...UNSAID, ...fields, ...times, ...tag, version_of: versionOf }
}

/** What of an asset its reads show, and so what a version is made of. */
export const OF_READS = ASSET_FIELDS.filter((field) => FIELDS[field] === 'read')

/** An edit of an asset as it is stored (`before`). */
export interface AssetEdit {
  before: AssetRow
  fields: AssetFields
  /** The stored type, name, plate and owner were wrong: earlier reads show the new ones too. */
  isCorrection: boolean
  now: number
}

/**
 * Stores an edit, and rejects like `createAsset`. Another type, name, plate, owner or tag begins a
 * version at `now`: earlier reads keep what was true then. A correction changes the versions that
 * have the wrong value in place instead, those of earlier tags too; another tag is never one, since
 * the reads of the old tag stay reads of it.
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

/** For each changed field, the versions back from the present one that have the same wrong value. */
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
 * Deletes an asset softly: its versions stay for the reads that point to them, its tag and plate are
 * free.
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
