import type { AssetHistory } from '@vehicle-control/protocol'
import {
  ASSET_FIELDS,
  type AssetFields,
  assetIdOf,
  createAsset,
  deleteAsset,
  findAsset,
  OF_READS,
  updateAsset,
} from '../../store/assets/assets.ts'
import type { Bus } from '../../bus/bus.ts'
import type { Cell } from '../../store/bulk.ts'
import type { Db } from '../../store/database.ts'
import { assetsWith } from '../../store/assets/find-assets.ts'
import { isDuplicate } from '../../store/duplicate.ts'
import { appendAudit } from '../../store/people/audit-log.ts'
import type { AssetRow } from '../../store/schema/assets.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'
import { auditEntry, changes } from '../http/audit-entry.ts'
import type { CallRequest } from '../http/call.ts'
import { apiError } from '../http/errors.ts'
import { nextVersion, requireSeen } from '../http/require-seen.ts'
import { announceTags, freeTag, tagOf } from './announce-tags.ts'
import { PlatesAndTags } from './plates-and-tags.ts'

type Requester = Pick<CallRequest, 'session' | 'address'>

/** Where assets are stored, and who is told of their tags. */
interface Site {
  db: Db
  bus: Bus
}

/** The asset that is edited. Where `type` is given, one of another type counts as missing. */
export interface EditedAsset {
  id: number
  type?: AssetRow['type']
  /** The version that the caller saw; absent: any. */
  seen?: string | undefined
}

/** Stores a new asset with its audit entry; 409 when another asset has its plate or tag. */
export async function addAsset(
  requester: Requester,
  { db, bus }: Site,
  fields: AssetFields,
): Promise<AssetRow> {
  const added = await orDuplicate(db, { fields: () => fields }, () =>
    withLockOfAllHubs(db, async (trx) => {
      const at = Date.now()
      const row = await createAsset(trx, fields, at)
      const { type, plate, rfid_tag } = row
      const detail = { type, plate, rfid_tag }
      const what = { at, action: 'asset.create', target: String(assetIdOf(row)), detail }
      await appendAudit(trx, auditEntry(requester, what))
      return row
    }),
  )
  announceTags(bus, [tagOf(added)])
  return added
}

/** A requested edit. */
export interface EditRequest extends EditedAsset {
  /** The new fields, given the stored asset. */
  fields: (stored: AssetRow) => AssetFields
  /** Whether earlier reads show the new fields; absent: they keep the old ones. */
  history?: AssetHistory | undefined
}

/**
 * Changes an asset, with an audit entry.
 *
 * @throws 404 where there is none, 409 when its plate or tag is in use, 412 when it changed
 * meanwhile
 */
export async function editAsset(
  requester: Requester,
  { db, bus }: Site,
  asset: EditRequest,
): Promise<AssetRow> {
  const { before, after } = await orDuplicate(db, asset, () =>
    withLockOfAllHubs(db, async (trx) => {
      const before = await requireAsset(trx, asset)
      requireSeen(before, asset.seen)
      // Taken under the lock: reads from this moment on belong to the new version.
      const at = Date.now()
      const after = await updateAsset(trx, {
        before,
        fields: asset.fields(before),
        isCorrection: asset.history === 'correct',
        now: nextVersion(before, at),
      })
      const detail: Record<string, Cell> = changes(ASSET_FIELDS, before, after)
      if (OF_READS.some((field) => field in detail)) detail['history'] = asset.history ?? 'keep'
      const what = { at, action: 'asset.update', target: String(assetIdOf(before)), detail }
      await appendAudit(trx, auditEntry(requester, what))
      return { before, after }
    }),
  )
  const lost = before.rfid_tag === after.rfid_tag ? [] : [freeTag(before.rfid_tag)]
  announceTags(bus, [...lost, tagOf(after)])
  return after
}

/** Soft-deletes an asset, with an audit entry; 404 where there is none, 412 when it changed. */
export async function removeAsset(
  requester: Requester,
  { db, bus }: Site,
  asset: EditedAsset,
): Promise<void> {
  const tag = await withLockOfAllHubs(db, async (trx) => {
    const at = Date.now()
    const before = await requireAsset(trx, asset)
    requireSeen(before, asset.seen)
    const { plate, rfid_tag } = before
    await deleteAsset(trx, before, at)
    const target = String(assetIdOf(before))
    const what = { at, action: 'asset.delete', target, detail: { plate, rfid_tag } }
    await appendAudit(trx, auditEntry(requester, what))
    return rfid_tag
  })
  announceTags(bus, [freeTag(tag)])
}

/** An asset that is not deleted; 404 where there is none. */
export async function requireAsset(
  db: Db,
  { id, type }: Pick<EditedAsset, 'id' | 'type'>,
): Promise<AssetRow> {
  const row = await findAsset(db, id)
  if (!row || (type !== undefined && row.type !== type)) {
    throw apiError('not_found', 'El registro no existe; puede que lo hayan borrado')
  }
  return row
}

/** What was to be stored: of the asset `id`, or of a new one. */
type Wanted =
  | Pick<EditRequest, 'id' | 'type' | 'fields'>
  | { id?: undefined; fields: () => AssetFields }

async function orDuplicate<T>(db: Db, wanted: Wanted, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // The unique index decides, not a query beforehand: two may save the same plate at once.
    if (isDuplicate(error)) throw apiError('duplicate', await conflictText(db, wanted))
    throw error
  }
}

/** Which assets have the plate or tag, as long as they still do. */
async function conflictText(db: Db, wanted: Wanted): Promise<string> {
  const fields =
    wanted.id === undefined ? wanted.fields() : wanted.fields(await requireAsset(db, wanted))
  const { plate, rfid_tag } = fields
  const taken = await assetsWith(db, { plates: plate === null ? [] : [plate], tags: [rfid_tag] })
  const others = taken.filter((row) => assetIdOf(row) !== wanted.id)
  return new PlatesAndTags(others).conflictOf(fields)?.message ?? 'Placa o Tag ya existen'
}
