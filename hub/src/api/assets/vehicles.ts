import {
  byVehicleLine,
  Done,
  SHOWN_COLUMNS,
  Vehicle,
  VEHICLE_TAG_MAX,
  VehicleList,
  VehicleRequest,
  VehicleTag,
} from '@vehicle-control/protocol'
import { type AssetFields, assetIdOf, FIELD_OF_VEHICLE } from '../../store/assets/assets.ts'
import { listAssets } from '../../store/assets/find-assets.ts'
import type { AssetRow } from '../../store/schema/assets.ts'
import { NO_ACCESS, type ShownAccess, shownAccess } from './shown-access.ts'
import { declareCall } from '../http/call.ts'
import { ADMINS, EVERY_ACCOUNT } from '../http/callers.ts'
import { apiError } from '../http/errors.ts'
import { Paging, searchText, SeenQuery } from '../http/query-fields.ts'
import { versionOf } from '../http/require-seen.ts'
import { addAsset, editAsset, removeAsset } from './edit-asset.ts'
import { readPlate, readTag } from './plate-and-tag.ts'

/** What reads show of a vehicle, which is what people know it by. */
const SEARCHED = SHOWN_COLUMNS.map((column) => FIELD_OF_VEHICLE[column])
/** For an account that is not told owners: what a search finds would tell them. */
const SEARCHED_WITHOUT_OWNERS = SEARCHED.filter((field) => field !== 'owner')
const TYPE = 'vehicle'

const saved = {
  body: VehicleRequest,
  example: { plate: 'KLM482', model: 'Duster', owner: 'Ana Peña', rfid_tag: 'TAG-482' },
  answer: Vehicle,
  errors: ['duplicate', 'invalid_plate', 'invalid_tag'],
} as const

/** The assets of type vehicle, whose name is their model. */
export const vehicleCalls = [
  declareCall({
    id: 'listVehicles',
    method: 'GET',
    path: '/api/vehicles',
    who: EVERY_ACCOUNT,
    summary: 'Vehicles, newest first',
    query: Paging.extend({ q: searchText }),
    answer: VehicleList,
    async handle({ query, session, context }, { readOnly, searches, bulkReads }) {
      // A text is looked for in every row, which takes a second where there are many.
      const db = query.q === undefined ? readOnly : searches
      const { rows, total } = await listAssets(db, {
        ...query,
        type: TYPE,
        columns: session.seesOwners ? SEARCHED : SEARCHED_WITHOUT_OWNERS,
      })
      const { q, page } = query
      await bulkReads.note(context.var, { rows: rows.length, asked: { q }, isFurther: page > 1 })
      const access = await shownAccess(session, readOnly, rows)
      return { items: rows.map((row) => vehicleView(row, access)), total }
    },
  }),
  declareCall({
    id: 'createVehicle',
    method: 'POST',
    path: '/api/vehicles',
    who: ADMINS,
    summary: 'Add a vehicle',
    status: 201,
    ...saved,
    async handle({ body, ...request }, site) {
      const fields = {
        ...vehicleFields(body),
        type: TYPE,
        location: null,
        photo_url: null,
      } as const
      return vehicleView(await addAsset(request, site, fields))
    },
  }),
  declareCall({
    id: 'updateVehicle',
    method: 'PUT',
    path: '/api/vehicles/:id',
    who: ADMINS,
    summary: 'Change a vehicle',
    ...saved,
    errors: [...saved.errors, 'changed_meanwhile'],
    async handle({ body, params, ...request }, site) {
      const row = await editAsset(request, site, {
        id: params.id,
        type: TYPE,
        seen: body.updated_at,
        history: body.history,
        fields: (stored) => {
          if (stored.rfid_tag.length > VEHICLE_TAG_MAX) throw editElsewhere()
          const { location, photo_url } = stored
          return { ...vehicleFields(body), type: TYPE, location, photo_url }
        },
      })
      return vehicleView(row, await shownAccess(request.session, site.db, [row]))
    },
  }),
  declareCall({
    id: 'deleteVehicle',
    method: 'DELETE',
    path: '/api/vehicles/:id',
    who: ADMINS,
    summary: 'Delete a vehicle; its reads stay',
    query: SeenQuery,
    answer: Done,
    errors: ['changed_meanwhile'],
    async handle({ params, query, ...request }, site) {
      await removeAsset(request, site, { id: params.id, type: TYPE, seen: query.updated_at })
      return { ok: true }
    },
  }),
]

function vehicleFields(
  request: VehicleRequest,
): Omit<AssetFields, 'type' | 'location' | 'photo_url'> {
  const plate = readPlate(request.plate)
  const lines = byVehicleLine((column) => request[column])
  const rfid_tag = readTag(VehicleTag, request.rfid_tag)
  return { name: request.model ?? '', plate, ...lines, rfid_tag }
}

const editElsewhere = () =>
  apiError('invalid_tag', 'El tag tiene más de 32 caracteres; edita este vehículo en Activos')

function vehicleView(row: AssetRow, access: ShownAccess = NO_ACCESS): Vehicle {
  const { plate, name, rfid_tag } = row
  const lines = byVehicleLine((column) => row[column])
  return {
    id: assetIdOf(row),
    plate,
    model: name,
    ...lines,
    rfid_tag,
    ...access(row),
    updated_at: versionOf(row),
  }
}
