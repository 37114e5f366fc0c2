import type { Context } from 'hono'
import { appendAudit } from '../../store/people/audit-log.ts'
import {
  type AssetFields,
  createAsset,
  deleteAsset,
  findAsset,
  updateAsset,
} from '../../store/assets/assets.ts'
import type { Db } from '../../store/database.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'
import { isDuplicate } from '../../store/duplicate.ts'
import type { AssetRow } from '../../store/schema/assets.ts'
import { changes, deed } from '../http/audit-entry.ts'
import type { ApiEnv } from '../http/env.ts'
import { apiError } from '../http/errors.ts'
import { rowId } from '../http/row-id.ts'

const audited = ['type', 'name', 'plate', 'rfid_tag', 'owner', 'location', 'photo_url'] as const

/** What may be edited under a path, and how an edit is worked out from what is stored. */
export interface AssetEdit {
  /** Only assets of this type are found; absent: all. */
  type?: AssetRow['type']
  fields: (stored: AssetRow) => AssetFields
}

/** Stores a new asset with its audit row; 409 when its plate or tag are another one's. */
export function addAsset(c: Context<ApiEnv>, db: Db, fields: AssetFields): Promise<AssetRow> {
  return orDuplicate(() =>
    withLockOfAllHubs(db, async (trx) => {
      const now = Date.now()
      const row = await createAsset(trx, fields, now)
      const { type, plate, rfid_tag } = row
      const detail = { type, plate, rfid_tag }
      await appendAudit(trx, deed(c, now, 'asset.create', String(row.id), detail))
      return row
    }),
  )
}

/** Changes the asset of the path's id with its audit row; 404 and 409 as they come. */
export function editAsset(
  c: Context<ApiEnv>,
  db: Db,
  { type, fields }: AssetEdit,
): Promise<AssetRow> {
  return orDuplicate(() =>
    withLockOfAllHubs(db, async (trx) => {
      const now = Date.now()
      const before = await requireAsset(c, trx, type)
      const after = await updateAsset(trx, before.id, fields(before), now)
      const detail = changes(audited, before, after)
      await appendAudit(trx, deed(c, now, 'asset.update', String(before.id), detail))
      return after
    }),
  )
}

/** Deletes the asset of the path's id softly, with its audit row. */
export async function removeAsset(
  c: Context<ApiEnv>,
  db: Db,
  type?: AssetRow['type'],
): Promise<void> {
  await withLockOfAllHubs(db, async (trx) => {
    const now = Date.now()
    const { id, plate, rfid_tag } = await requireAsset(c, trx, type)
    await deleteAsset(trx, id, now)
    await appendAudit(trx, deed(c, now, 'asset.delete', String(id), { plate, rfid_tag }))
  })
}

async function requireAsset(
  c: Context<ApiEnv>,
  trx: Db,
  type: AssetRow['type'] | undefined,
): Promise<AssetRow> {
  const id = rowId(c)
  const row = id === null ? undefined : await findAsset(trx, id)
  if (!row || (type !== undefined && row.type !== type)) {
    throw apiError('not_found', 'El registro no existe; puede que lo hayan borrado')
  }
  return row
}

async function orDuplicate<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // The unique index decides, not a look before: two may save the same plate at once.
    if (isDuplicate(error)) throw apiError('duplicate', 'Placa o Tag ya existen')
    throw error
  }
}
