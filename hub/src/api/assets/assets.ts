import {
  type Asset,
  ASSET_TAG_MAX,
  AssetRequest,
  AssetTag,
  AssetType,
  Plate,
  type Vehicle,
  VEHICLE_TAG_MAX,
  VehicleRequest,
  VehicleTag,
} from '@vehicle-control/protocol'
import { Hono } from 'hono'
import type { z } from 'zod'
import { type AssetFields } from '../../store/assets/assets.ts'
import { listAssets } from '../../store/assets/find-assets.ts'
import type { Db } from '../../store/database.ts'
import type { AssetRow } from '../../store/schema/assets.ts'
import { addAsset, editAsset, removeAsset } from './asset-edits.ts'
import type { ApiEnv } from '../http/env.ts'
import { apiError } from '../http/errors.ts'
import { readBody, readQuery } from '../http/input.ts'
import { Paging, searchText } from '../http/paging.ts'

export const VehicleQuery = Paging.extend({ q: searchText })
export const AssetQuery = VehicleQuery.extend({ type: AssetType.optional() })

export interface AssetRouteParts {
  db: Db
  /** A reading connection. */
  reads: Db
}

/** /api/assets: vehicles, products and furniture. */
export function assetRoutes({ db, reads }: AssetRouteParts): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>()

  routes.get('/', async (c) => {
    const query = readQuery(c, AssetQuery)
    const columns = ['name', 'plate', 'rfid_tag'] as const
    const { rows, total } = await listAssets(reads, { ...query, columns })
    return c.json({ items: rows.map(assetView), total })
  })

  routes.post('/', async (c) => {
    const fields = assetFields(await readBody(c, AssetRequest))
    return c.json(assetView(await addAsset(c, db, fields)), 201)
  })

  routes.put('/:id', async (c) => {
    const fields = assetFields(await readBody(c, AssetRequest))
    return c.json(assetView(await editAsset(c, db, { fields: () => fields })))
  })

  routes.delete('/:id', async (c) => {
    await removeAsset(c, db)
    return c.json({ ok: true })
  })

  return routes
}

/** /api/vehicles: the assets of type vehicle, whose name is their model. */
export function vehicleRoutes({ db, reads }: AssetRouteParts): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>()
  const type = 'vehicle'

  routes.get('/', async (c) => {
    const query = readQuery(c, VehicleQuery)
    const columns = ['plate', 'name', 'owner'] as const
    const { rows, total } = await listAssets(reads, { ...query, type, columns })
    return c.json({ items: rows.map(vehicleView), total })
  })

  routes.post('/', async (c) => {
    const fields = vehicleFields(await readBody(c, VehicleRequest))
    const row = await addAsset(c, db, { ...fields, type, location: null, photo_url: null })
    return c.json(vehicleView(row), 201)
  })

  routes.put('/:id', async (c) => {
    const request = await readBody(c, VehicleRequest)
    const row = await editAsset(c, db, {
      type,
      fields: (stored) => {
        if (stored.rfid_tag.length > VEHICLE_TAG_MAX) throw editElsewhere()
        const { location, photo_url } = stored
        return { ...vehicleFields(request), type, location, photo_url }
      },
    })
    return c.json(vehicleView(row))
  })

  routes.delete('/:id', async (c) => {
    await removeAsset(c, db, type)
    return c.json({ ok: true })
  })

  return routes
}

function assetFields({ plate, rfid_tag, ...rest }: AssetRequest): AssetFields {
  const given = rest.type === 'vehicle' ? readPlate(plate) : null
  return { ...rest, plate: given, rfid_tag: readTag(AssetTag, rfid_tag) }
}

function vehicleFields(
  request: VehicleRequest,
): Pick<AssetFields, 'name' | 'plate' | 'owner' | 'rfid_tag'> {
  const { model, owner } = request
  const plate = readPlate(request.plate)
  return { name: model ?? '', plate, owner, rfid_tag: readTag(VehicleTag, request.rfid_tag) }
}

function readPlate(given: unknown): string {
  const plate = Plate.safeParse(given)
  if (plate.success) return plate.data
  const form = 'usa de 3 a 10 letras, números y guiones'
  throw apiError('invalid_plate', `La placa es obligatoria para vehículos; ${form}`)
}

function readTag(schema: z.ZodType<string>, given: unknown): string {
  const tag = schema.safeParse(given)
  if (tag.success) return tag.data
  const max = schema === VehicleTag ? VEHICLE_TAG_MAX : ASSET_TAG_MAX
  const form = `usa de 3 a ${max} letras, números y guiones`
  throw apiError('invalid_tag', `El Tag RFID es obligatorio; ${form}`)
}

const editElsewhere = () =>
  apiError('invalid_tag', 'El tag tiene más de 32 caracteres; edita este vehículo en Activos')

function vehicleView({ id, plate, name, owner, rfid_tag }: AssetRow): Vehicle {
  return { id, plate, model: name, owner, rfid_tag }
}

function assetView(row: AssetRow): Asset {
  const { id, type, name, plate, rfid_tag, owner, location, photo_url } = row
  return { id, type, name, plate, rfid_tag, owner, location, photo_url }
}
