import {
  Asset,
  AssetList,
  AssetRequest,
  AssetTag,
  AssetType,
  Done,
} from '@vehicle-control/protocol'
import type { AssetFields } from '../../store/assets/assets.ts'
import { listAssets } from '../../store/assets/find-assets.ts'
import type { AssetRow } from '../../store/schema/assets.ts'
import { declareCall } from '../http/call.ts'
import { ADMINS, EVERY_ACCOUNT } from '../http/callers.ts'
import { Paging, searchText } from '../http/query-fields.ts'
import { addAsset, editAsset, removeAsset } from './edit-asset.ts'
import { readPlate, readTag } from './plate-and-tag.ts'

const SEARCHED = ['name', 'plate', 'rfid_tag'] as const

const saved = {
  body: AssetRequest,
  example: { type: 'vehicle', name: 'Logan', plate: 'XYZ123', rfid_tag: 'TAG-123', owner: null },
  answer: Asset,
  errors: ['duplicate', 'invalid_plate', 'invalid_tag'],
} as const

export const assetCalls = [
  declareCall({
    id: 'listAssets',
    method: 'GET',
    path: '/api/assets',
    who: EVERY_ACCOUNT,
    summary: 'Assets, newest first',
    query: Paging.extend({ q: searchText, type: AssetType.optional() }),
    answer: AssetList,
    async handle({ query }, { readOnly }) {
      const { rows, total } = await listAssets(readOnly, { ...query, columns: SEARCHED })
      return { items: rows.map(assetView), total }
    },
  }),
  declareCall({
    id: 'createAsset',
    method: 'POST',
    path: '/api/assets',
    who: ADMINS,
    summary: 'Add an asset',
    status: 201,
    ...saved,
    async handle({ body, ...request }, { db }) {
      return assetView(await addAsset(request, db, assetFields(body)))
    },
  }),
  declareCall({
    id: 'updateAsset',
    method: 'PUT',
    path: '/api/assets/:id',
    who: ADMINS,
    summary: 'Change an asset',
    ...saved,
    async handle({ body, params, ...request }, { db }) {
      const fields = assetFields(body)
      return assetView(await editAsset(request, db, { id: params.id, fields: () => fields }))
    },
  }),
  declareCall({
    id: 'deleteAsset',
    method: 'DELETE',
    path: '/api/assets/:id',
    who: ADMINS,
    summary: 'Delete an asset; its reads stay',
    answer: Done,
    async handle({ params, ...request }, { db }) {
      await removeAsset(request, db, { id: params.id })
      return { ok: true }
    },
  }),
]

function assetFields({ plate, rfid_tag, ...rest }: AssetRequest): AssetFields {
  const given = rest.type === 'vehicle' ? readPlate(plate) : null
  return { ...rest, plate: given, rfid_tag: readTag(AssetTag, rfid_tag) }
}

function assetView(row: AssetRow): Asset {
  const { id, type, name, plate, rfid_tag, owner, location, photo_url } = row
  return { id, type, name, plate, rfid_tag, owner, location, photo_url }
}
