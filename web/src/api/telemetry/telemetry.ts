import { queryOptions } from '@tanstack/react-query'
import type { SensorType } from '@vehicle-control/protocol'
import type { ApiClient } from '../http/client.ts'
import { TELEMETRY_KEY } from '../live-keys.ts'
import { TelemetrySeries } from './shapes.ts'

/** The parts of the app that telemetry is asked for with. */
export interface TelemetryParts {
  api: ApiClient
  serverClock: { readonly now: () => number }
}

/** How far back a chart of telemetry looks. */
export const TELEMETRY_SPAN_MS = 6 * 3_600_000

/**
 * GET /api/agents/{code}/telemetry: averages of a minute each, of the last six hours; of one source,
 * the first by name where none is asked for.
 */
export function telemetryQuery(
  { api, serverClock }: TelemetryParts,
  code: string,
  type: SensorType,
  source: string | null,
) {
  return queryOptions({
    queryKey: [TELEMETRY_KEY, code, type, source],
    queryFn: async ({ signal }) => {
      const to = serverClock.now()
      const span = new URLSearchParams({
        type,
        from: new Date(to - TELEMETRY_SPAN_MS).toISOString(),
        to: new Date(to).toISOString(),
        bucket: 'minute',
        ...(source !== null && { source }),
      })
      const path = `/api/agents/${encodeURIComponent(code)}/telemetry?${span}`
      return await api({ path, shape: TelemetrySeries, signal })
    },
  })
}
