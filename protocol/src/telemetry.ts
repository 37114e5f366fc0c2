import { z } from 'zod'

/** GET /api/agents/{code}/telemetry holds at most this many points (spec section 9). */
export const TELEMETRY_MAX_POINTS = 500

/** GET /api/agents/{code}/telemetry: `bucket` is the start of the minutes that `avg` stands for. */
export const TelemetrySeries = z.object({
  series: z.array(z.object({ bucket: z.string(), avg: z.number() })),
})
export type TelemetrySeries = z.infer<typeof TelemetrySeries>
