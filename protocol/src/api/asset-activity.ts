import { z } from 'zod'
import { Asset } from './assets.ts'

/** The reads of an asset at one agent, hour by hour of the site's clock. */
export const GateActivity = z.object({
  code: z.string(),
  name: z.string(),
  total: z.number().int(),
  /** 24 counts, of the hours 0 to 23. */
  hours: z.array(z.number().int()),
})
export type GateActivity = z.infer<typeof GateActivity>

/** GET /api/assets/{id}/activity: its reads of the last 30 days. */
export const AssetActivity = z.object({
  asset: Asset,
  /** Start of the 30 days. */
  from: z.string(),
  total: z.number().int(),
  /** Of all its reads that are kept; null where there is none. */
  first_seen: z.string().nullable(),
  last_seen: z.string().nullable(),
  /** The most read one first. */
  gates: z.array(GateActivity),
})
export type AssetActivity = z.infer<typeof AssetActivity>
