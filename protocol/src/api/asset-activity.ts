import { z } from 'zod'
import { byVehicleLine } from '../vehicle-columns.ts'
import { Asset } from './assets.ts'
import { ReadLog } from './reads.ts'

/** The reads of an asset at one agent, hour by hour of the site's clock. */
export const GateActivity = z.object({
  code: z.string(),
  name: z.string(),
  total: z.number().int(),
  /** 24 counts, of the hours 0 to 23. */
  hours: z.array(z.number().int()),
})
export type GateActivity = z.infer<typeof GateActivity>

/** What an asset was from one moment to the next: the reads of that time show it so. */
export const AssetVersion = Asset.pick({
  type: true,
  name: true,
  plate: true,
  ...byVehicleLine(() => true as const),
  rfid_tag: true,
}).extend({
  from: z.string(),
  /** Null for the present version. */
  until: z.string().nullable(),
  /** The first and last of its stored reads; null where there is none. */
  first_seen: z.string().nullable(),
  last_seen: z.string().nullable(),
})
export type AssetVersion = z.infer<typeof AssetVersion>

/** GET /api/assets/{id}/activity: the asset's reads of the last 30 days, and its versions. */
export const AssetActivity = z.object({
  asset: Asset,
  /** Start of the 30 days. */
  from: z.string(),
  total: z.number().int(),
  /** The first and last of all its stored reads; null where there is none. */
  first_seen: z.string().nullable(),
  last_seen: z.string().nullable(),
  /** The most read one first. */
  gates: z.array(GateActivity),
  /** The newest first, without those that ended within a day and have no read: typing errors. */
  versions: z.array(AssetVersion),
  /** The newest of its reads, of all its tags. */
  newest: z.array(ReadLog),
  /** Reads of its tags from before it had them: they belong to no asset and are not counted above. */
  before: z.object({
    total: z.number().int(),
    /** There may be more. */
    capped: z.boolean(),
    newest: z.array(ReadLog),
  }),
})
export type AssetActivity = z.infer<typeof AssetActivity>
