import { z } from 'zod'

/** A point of a plan, in its pixels from its upper left, and where it is. */
export const SitePlanPoint = z.object({
  x: z.number(),
  y: z.number(),
  lat: z.number().min(-90).max(90),
  lon: z.number().min(-180).max(180),
})
export type SitePlanPoint = z.infer<typeof SitePlanPoint>

/** A picture of the site that lies under the map's markers. */
export const SitePlan = z.object({
  /** Names this picture for good: GET /api/site-plan/image/{id} never changes. */
  id: z.string(),
  width: z.int(),
  height: z.int(),
  /** The two points that place it; null: it is not placed yet. */
  points: z.array(SitePlanPoint).nullable(),
  version: z.int(),
})
export type SitePlan = z.infer<typeof SitePlan>

/**
 * GET /api/site-plan, and what each change of it answers; null: the site has none. POST
 * /api/site-plan/image and DELETE /api/site-plan take `?version=`, 0 where there was none: 412
 * `changed_meanwhile` where it is no longer that.
 */
export const SitePlanAnswer = z.object({ plan: SitePlan.nullable() })
export type SitePlanAnswer = z.infer<typeof SitePlanAnswer>

/** PUT /api/site-plan/points: 412 `changed_meanwhile` where the plan changed, or went, since. */
export const PlaceSitePlanRequest = z.object({
  version: z.int(),
  points: z.array(SitePlanPoint).length(2),
})
export type PlaceSitePlanRequest = z.infer<typeof PlaceSitePlanRequest>
