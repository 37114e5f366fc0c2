import { z } from 'zod'

/** GET /api/agents/{code}/telemetry: `bucket` is the start of the minutes that `avg` stands for. */
export const TelemetrySeries = z.object({
  /** The samples of one source: the one that was asked for, else the first by name. */
  series: z.array(z.object({ bucket: z.string(), avg: z.number() })),
  /** The source of the series; empty for samples that name none. */
  source: z.string(),
  /** Every source of this type in the range, by name. */
  sources: z.array(z.string()),
})
export type TelemetrySeries = z.infer<typeof TelemetrySeries>
