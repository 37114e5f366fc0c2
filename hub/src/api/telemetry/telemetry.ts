import { TELEMETRY_MAX_POINTS, TelemetrySeries, TelemetryType } from '@vehicle-control/protocol'
import { z } from 'zod'
import {
  MINUTE_MS,
  telemetrySeries,
  telemetrySources,
} from '../../store/telemetry/telemetry-minutes.ts'
import { requireAgent } from '../agents/require-agent.ts'
import { declareCall } from '../http/call.ts'
import { EVERY_ACCOUNT } from '../http/callers.ts'
import { range, requireOrder } from '../http/query-fields.ts'

const BY_DEFAULT_MS = 6 * 3_600_000

export const telemetryCalls = [
  declareCall({
    id: 'agentTelemetry',
    method: 'GET',
    path: '/api/agents/:code/telemetry',
    who: EVERY_ACCOUNT,
    summary:
      'Averages of one source of a type, at most 500 points; the last 6 hours and its first source by name unless told otherwise',
    query: z.object({
      ...range,
      type: TelemetryType,
      source: z.string().max(64).optional(),
      bucket: z.enum(['minute']).prefault('minute'),
    }),
    answer: TelemetrySeries,
    async handle(
      { query: { type, source: wanted, ...asked }, params, context },
      { readOnly, searches, now, bulkReads },
    ) {
      const to = asked.to ?? now()
      const from = asked.from ?? to - BY_DEFAULT_MS
      requireOrder({ from, to })
      const agent = await requireAgent(readOnly, params.code)
      const widthMs = pointWidth(from, to)
      // On the connections for searches: a short list cannot wait for years of minutes.
      const query = { agentId: agent.id, type, from, to }
      const sources = await telemetrySources(searches, query)
      const source = wanted ?? sources[0] ?? ''
      const points = await telemetrySeries(searches, { ...query, source, widthMs })
      // Not the newest hours, which a chart loads for every agent that somebody opens.
      if (to - from > BY_DEFAULT_MS || to < now() - BY_DEFAULT_MS) {
        const asked = { code: agent.code, type, source, from, to }
        await bulkReads.note(context.var, { rows: points.length, asked, isFurther: false })
      }
      const series = points.map(({ bucket, avg }) => {
        return { bucket: new Date(bucket).toISOString(), avg }
      })
      return { series, source, sources }
    },
  }),
]

/** Milliseconds of a point: one minute, or so many that TELEMETRY_MAX_POINTS cover the range. */
export function pointWidth(from: number, to: number): number {
  let minutes = Math.max(1, Math.ceil((to - from) / MINUTE_MS / TELEMETRY_MAX_POINTS))
  const points = (width: number) => Math.floor(to / width) - Math.floor(from / width) + 1
  while (points(minutes * MINUTE_MS) > TELEMETRY_MAX_POINTS) minutes++
  return minutes * MINUTE_MS
}
