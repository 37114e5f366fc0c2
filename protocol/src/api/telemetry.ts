import { z } from 'zod'

/** GET /api/agents/{code}/telemetry: `bucket` is the start of the minutes that `avg` stands for. */
export const TelemetrySeries = z.object({
  /** Of one source: of the one that was asked for, else of the first by name. */
  series: z.array(z.object({ bucket: z.string(), avg: z.number() })),
  /** Whose series it is; empty for the samples that name none. */
  source: z.string(),
  /** Every source of this type in the range, by name. */
  sources: z.array(z.string()),
})
export type TelemetrySeries = z.infer<typeof TelemetrySeries>
