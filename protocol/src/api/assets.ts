import { z } from 'zod'
import { ASSET_TAG_MAX, PLATE_MAX, PLATE_MIN, TAG_MIN, VEHICLE_TAG_MAX } from '../limits.ts'
import { PLATE, tagPattern, tidyPlate } from '../plate-and-tag.ts'
import { line } from '../text.ts'
import { byVehicleLine, VEHICLE_LINES, type VehicleColumn } from '../vehicle-columns.ts'
import { AssetAccess } from './access.ts'

export const AssetType = z.enum(['vehicle', 'product', 'furniture'])
export type AssetType = z.infer<typeof AssetType>

const tag = (max: number) => z.string().trim().regex(tagPattern(max)).toUpperCase()

/** A tag as the vehicles form takes it. */
export const VehicleTag = tag(VEHICLE_TAG_MAX)
/** A tag as the assets form takes it. */
export const AssetTag = tag(ASSET_TAG_MAX)

/** Letters (Ñ too), digits, inner spaces and hyphens, in upper case; a run of spaces is one. */
export const Plate = z.string().transform(tidyPlate).pipe(z.string().regex(PLATE).toUpperCase())

const optionalLine = (max: number) =>
  line(max)
    .nullish()
    .transform((text) => text || null)
const givenLines = byVehicleLine((column) => optionalLine(VEHICLE_LINES[column]))
const storedLines = byVehicleLine(() => z.string().nullable())

/** Checked later, by `VehicleTag`, `AssetTag` and `Plate`: their faults have error codes of their own. */
const checkedLater = (rule: string) => z.string().nullish().meta({ description: rule })
const plate = checkedLater(
  `Required of vehicles: ${PLATE_MIN} to ${PLATE_MAX} letters, digits, inner spaces and hyphens, unique`,
)
const anyTag = (max: number) =>
  checkedLater(`Required: ${TAG_MIN} to ${max} letters, digits and hyphens, unique`)

/**
 * What the form was filled from. When the row was changed since, the answer is 412
 * `changed_meanwhile`; left out, whatever is stored is overwritten.
 */
export const SeenVersion = z
  .string()
  .regex(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
    'Versión inválida: usa el updated_at que dio el hub',
  )
  .optional()

/**
 * What an edit of plate, name, type or owner does to the asset's earlier reads. `keep`: they go on
 * showing the old values, which were true then. `correct`: they show the new ones, since the old never were.
 */
export const AssetHistory = z.enum(['keep', 'correct'])
export type AssetHistory = z.infer<typeof AssetHistory>
const history = AssetHistory.optional().meta({
  description:
    'Of an edit: reads of before keep the plate, name and owner of then (the default), or are corrected too',
})

/** POST /api/vehicles, PUT /api/vehicles/{id}. */
export const VehicleRequest = z.object({
  ...({
    plate,
    model: line(120).nullish(),
    ...givenLines,
    rfid_tag: anyTag(VEHICLE_TAG_MAX),
  } satisfies Record<VehicleColumn, z.ZodType>),
  updated_at: SeenVersion,
  history,
})
export type VehicleRequest = z.infer<typeof VehicleRequest>

/** POST /api/assets, PUT /api/assets/{id}; what is left out is stored as null. */
export const AssetRequest = z
  .object({
    type: AssetType,
    /** May be empty for vehicles only. */
    name: line(120),
    /** Ignored for what is no vehicle. */
    plate,
    rfid_tag: anyTag(ASSET_TAG_MAX),
    ...givenLines,
    location: optionalLine(200),
    /** A path on this hub: another host would learn who looks at the photo. */
    photo_url: z
      .string()
      .max(200)
      .regex(
        /^\/api(\/[\w-]+(\.[\w-]+)*)+$/,
        'Usa la ruta que devolvió la carga de la foto (/api/…)',
      )
      .nullish()
      .transform((path) => path ?? null),
    updated_at: SeenVersion,
    history,
  })
  .refine(({ type, name }) => type === 'vehicle' || name !== '', {
    message: 'El nombre es obligatorio; escríbelo',
    path: ['name'],
  })
export type AssetRequest = z.infer<typeof AssetRequest>

/** Who may pass: absent where nothing is set, and for a kiosk account. */
const access = AssetAccess.optional()

export const Vehicle = z.object({
  id: z.number().int(),
  ...({
    plate: z.string().nullable(),
    model: z.string(),
    ...storedLines,
    rfid_tag: z.string(),
  } satisfies Record<VehicleColumn, z.ZodType>),
  access,
  /** Of the row's last change: `SeenVersion` of the next one. */
  updated_at: z.string(),
})
export type Vehicle = z.infer<typeof Vehicle>

export const Asset = z.object({
  id: z.number().int(),
  type: AssetType,
  name: z.string(),
  plate: z.string().nullable(),
  rfid_tag: z.string(),
  ...storedLines,
  location: z.string().nullable(),
  photo_url: z.string().nullable(),
  access,
  /** Of the row's last change: `SeenVersion` of the next one. */
  updated_at: z.string(),
})
export type Asset = z.infer<typeof Asset>

/** GET /api/vehicles. */
export const VehicleList = z.object({ items: z.array(Vehicle), total: z.number().int() })
export type VehicleList = z.infer<typeof VehicleList>

/** GET /api/assets. */
export const AssetList = z.object({ items: z.array(Asset), total: z.number().int() })
export type AssetList = z.infer<typeof AssetList>

/** POST /api/upload/image: what an asset's photo_url is set to. */
export const UploadResponse = z.object({ url: z.string() })
export type UploadResponse = z.infer<typeof UploadResponse>
