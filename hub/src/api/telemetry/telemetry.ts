import { SensorType, TELEMETRY_MAX_POINTS, type TelemetrySeries } from '@vehicle-control/protocol'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Db } from '../../store/database.ts'
import { MINUTE_MS, telemetrySeries } from '../../store/telemetry/telemetry-minutes.ts'
import type { ApiEnv } from '../http/env.ts'
import { readQuery } from '../http/input.ts'
import { range, requireOrder } from '../http/paging.ts'
import { requireAgent } from '../agents/require-agent.ts'

const BY_DEFAULT_MS = 6 * 3_600_000

export const SeriesQuery = z.object({
  ...range,
  type: SensorType,
  bucket: z.enum(['minute']).prefault('minute'),
})

export interface TelemetryRouteParts {
  reads: Db
  /** Another reading connection: years of minutes take longer than the short lists may wait. */
  logs: Db
  now: () => number
}

/** GET /api/agents/{code}/telemetry: one sensor's averages for a chart. */
export function telemetryRoutes({ reads, logs, now }: TelemetryRouteParts): Hono<ApiEnv> {
  return new Hono<ApiEnv>().get('/:code/telemetry', async (c) => {
    const { type, ...asked } = readQuery(c, SeriesQuery)
    const to = asked.to ?? now()
    const from = asked.from ?? to - BY_DEFAULT_MS
    requireOrder({ from, to })
    const agent = await requireAgent(reads, c.req.param('code'))
    const widthMs = pointWidth(from, to)
    const points = await telemetrySeries(logs, { agentId: agent.id, type, from, to, widthMs })
    const series = points.map(({ bucket, avg }) => {
      return { bucket: new Date(bucket).toISOString(), avg }
    })
    return c.json({ series } satisfies TelemetrySeries)
  })
}

/** A minute, or as many as a range needs to fit the points that a chart keeps. */
export function pointWidth(from: number, to: number): number {
  let minutes = Math.max(1, Math.ceil((to - from) / MINUTE_MS / TELEMETRY_MAX_POINTS))
  const points = (width: number) => Math.floor(to / width) - Math.floor(from / width) + 1
  while (points(minutes * MINUTE_MS) > TELEMETRY_MAX_POINTS) minutes++
  return minutes * MINUTE_MS
}
