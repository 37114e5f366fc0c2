import { z } from 'zod'

/** The properties of GET /api/tiles/{z}/{x}/{y} that a map needs. */
export const MapTiles = z.object({
  /** Whom the map has to thank beside its tiles; plain text. */
  attribution: z.object({ text: z.string(), url: z.string().nullable() }),
  /** Zooms that have tiles; a map stretches the last ones beyond. */
  minZoom: z.number(),
  maxZoom: z.number(),
  /** True: the hub asks no server on the internet. */
  offline: z.boolean(),
  /** False: the hub has no tiles at all; do not ask it for any. */
  available: z.boolean(),
})
export type MapTiles = z.infer<typeof MapTiles>

/** GET /api/public-config: the login page needs it before anybody is logged in. */
export const PublicConfig = z.object({
  /** Present only while the seeded account still has its seed password. */
  demoLogin: z.object({ email: z.string(), password: z.string() }).nullable(),
  /** What the site is called on documents and walls; null: nobody named it. */
  siteName: z.string().nullable(),
  timeZone: z.string(),
  version: z.string(),
  /** Reset tokens are mailed, and not printed on the hub's console. */
  mailer: z.boolean(),
  tiles: MapTiles,
})
export type PublicConfig = z.infer<typeof PublicConfig>

export const SuppressWindow = z.object({ ms: z.number().finite() })
export type SuppressWindow = z.infer<typeof SuppressWindow>
