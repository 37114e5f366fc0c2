import type { Logger } from 'pino'
import type { EdgeMetrics } from './edge-metrics.ts'

/** The edge's metrics; null without EDGE_METRICS_PORT, when no code is loaded, to save memory. */
export async function loadMetrics(
  port: number | undefined,
  build: { version: string; commit: string | null },
): Promise<EdgeMetrics | null> {
  if (port === undefined) return null
  const { EdgeMetrics } = await import('./edge-metrics.ts')
  return new EdgeMetrics(build)
}

/** Serves them at the port; null without metrics, or where the port cannot be had. */
export async function openMetrics(
  port: number | undefined,
  metrics: EdgeMetrics | null,
  log: Logger,
): Promise<{ stop(): void } | null> {
  if (metrics === null || port === undefined) return null
  const { serveMetrics } = await import('./metrics-server.ts')
  return serveMetrics(port, metrics, log)
}
