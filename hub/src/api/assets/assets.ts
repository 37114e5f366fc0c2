import {
  Asset,
  AssetList,
  AssetRequest,
  AssetTag,
  AssetType,
  Done,
} from '@vehicle-control/protocol'
import { z } from 'zod'
import { type AssetFields, assetIdOf, fieldsOf } from '../../store/assets/assets.ts'
import { listAssets } from '../../store/assets/find-assets.ts'
import type { AssetRow } from '../../store/schema/assets.ts'
import { NO_ACCESS, type ShownAccess, shownAccess } from './shown-access.ts'
import { declareCall } from '../http/call.ts'
import { requireOwners } from '../http/answers/owners.ts'
import { ADMINS, EVERY_ACCOUNT } from '../http/callers.ts'
import { Paging, searchText, SeenQuery } from '../http/query-fields.ts'
import { versionOf } from '../http/require-seen.ts'
import { addAsset, editAsset, removeAsset, requireAsset } from './edit-asset.ts'
import { readPlate, readTag } from './plate-and-tag.ts'

const SEARCHED = ['name', 'plate', 'rfid_tag'] as const

/** Of a list's query: who owns an asset is looked through too. */
const owners = z
  .literal('1')
  .optional()
  .meta({ description: '1: a text is looked for in owners too' })

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
    query: Paging.extend({ q: searchText, type: AssetType.optional(), owners }),
    answer: AssetList,
    async handle({ query, session, context }, { readOnly, searches, bulkReads }) {
      if (query.owners) requireOwners(session)
      // As for vehicles: a text is looked for in every row.
      const db = query.q === undefined ? readOnly : searches
      const { rows, total } = await listAssets(db, {
        ...query,
        columns: query.owners ? [...SEARCHED, 'owner'] : SEARCHED,
      })
      const { q, type, page } = query
      await bulkReads.note(context.var, {
        rows: rows.length,
        asked: { q, type },
        isFurther: page > 1,
      })
      const access = await shownAccess(session, readOnly, rows)
      return { items: rows.map((row) => assetView(row, access)), total }
    },
  }),
  declareCall({
    id: 'getAsset',
    method: 'GET',
    path: '/api/assets/:id',
    who: EVERY_ACCOUNT,
    summary: 'One asset',
    answer: Asset,
    async handle({ params, context, session }, { readOnly, bulkReads }) {
      const row = await requireAsset(readOnly, params)
      await bulkReads.note(context.var, { rows: 1, asked: { id: params.id }, isFurther: false })
      return assetView(row, await shownAccess(session, readOnly, [row]))
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
    async handle({ body, ...request }, site) {
      return assetView(await addAsset(request, site, assetFields(body)))
    },
  }),
  declareCall({
    id: 'updateAsset',
    method: 'PUT',
    path: '/api/assets/:id',
    who: ADMINS,
    summary: 'Change an asset',
    ...saved,
    errors: [...saved.errors, 'changed_meanwhile'],
    async handle({ body, params, ...request }, site) {
      const { updated_at: seen, history } = body
      const fields = assetFields(body)
      const edit = { id: params.id, seen, history, fields: () => fields }
      const row = await editAsset(request, site, edit)
      return assetView(row, await shownAccess(request.session, site.db, [row]))
    },
  }),
  declareCall({
    id: 'deleteAsset',
    method: 'DELETE',
    path: '/api/assets/:id',
    who: ADMINS,
    summary: 'Delete an asset; its reads stay',
    query: SeenQuery,
    answer: Done,
    errors: ['changed_meanwhile'],
    async handle({ params, query, ...request }, site) {
      await removeAsset(request, site, { id: params.id, seen: query.updated_at })
      return { ok: true }
    },
  }),
]

function assetFields(request: AssetRequest): AssetFields {
  const { updated_at: _seen, history: _history, ...fields } = request
  const plate = request.type === 'vehicle' ? readPlate(request.plate) : null
  return { ...fields, plate, rfid_tag: readTag(AssetTag, request.rfid_tag) }
}

/** An asset as screens see it. */
export function assetView(row: AssetRow, access: ShownAccess = NO_ACCESS): Asset {
  return { id: assetIdOf(row), ...fieldsOf(row), ...access(row), updated_at: versionOf(row) }
}
