import { z } from 'zod'

/** GET /api/agents/{code}/telemetry: `bucket` is the start of the minutes that `avg` stands for. */
export const TelemetrySeries = z.object({
  series: z.array(z.object({ bucket: z.string(), avg: z.number() })),
})
export type TelemetrySeries = z.infer<typeof TelemetrySeries>
