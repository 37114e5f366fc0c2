import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import type { RunningVersion } from '@vehicle-control/protocol/release'
import { Hono, type MiddlewareHandler } from 'hono'
import { Gauge, Histogram, type Registry } from 'prom-client'
import type { Db } from '../../store/database.ts'
import { assertReachable } from '../../store/settings/settings.ts'
import { type MetricsAccessOptions, createMetricsAccess } from './client/metrics-access.ts'
import type { ApiEnv } from './request-variables.ts'

const DATABASE_ANSWERS_WITHIN_MS = 2000
const STALLED_MS = 1000
const STALL_WINDOW_MS = 10_000
const NS_PER_MS = 1e6

/** The longest time that the event loop stood still in the last 10 to 20 seconds. */
export interface LoopMonitor {
  delayMs(): number
  stop(): void
}

export function createLoopMonitor(
  histogram: Pick<
    IntervalHistogram,
    'max' | 'enable' | 'disable' | 'reset'
  > = monitorEventLoopDelay({ resolution: 20 }),
): LoopMonitor {
  let previousMax = 0
  histogram.enable()
  const timer = setInterval(() => {
    // A stall delays this timer too: the maximum is kept for one more window, or the stall would be
    // reset before it is read.
    previousMax = histogram.max
    histogram.reset()
  }, STALL_WINDOW_MS).unref()
  return {
    delayMs: () => Math.max(previousMax, histogram.max) / NS_PER_MS,
    stop() {
      clearInterval(timer)
      histogram.disable()
    },
  }
}

interface HealthParts extends MetricsAccessOptions {
  db: Db
  loop: LoopMonitor
  registry: Registry
  running: RunningVersion
}

/**
 * /healthz: the process is alive, and its release. /readyz: it can take traffic. /metrics:
 * Prometheus text, for those who may read it.
 */
export function healthRoutes(parts: HealthParts): Hono<ApiEnv> {
  const { db, loop, registry, running } = parts
  const refusalOf = createMetricsAccess(parts)
  const routes = new Hono<ApiEnv>()
  const registers = [registry]
  new Gauge({
    name: 'vc_ready',
    help: '1 while /readyz answers 200: the database answers and the event loop has not stalled',
    registers,
    async collect() {
      const isReady = loop.delayMs() < STALLED_MS && (await databaseAnswers(db))
      this.set(isReady ? 1 : 0)
    },
  })
  new Gauge({
    name: 'vc_event_loop_stall_seconds',
    help: 'The longest time that the event loop stood still in the last 10 to 20 seconds',
    registers,
    collect() {
      this.set(loop.delayMs() / 1000)
    },
  })

  routes.get('/healthz', (c) => c.json({ status: 'ok', ...running }))

  routes.get('/readyz', async (c) => {
    const delayMs = loop.delayMs()
    if (delayMs >= STALLED_MS) return c.json({ status: 'stalled', delayMs }, 503)
    if (!(await databaseAnswers(db))) return c.json({ status: 'database unreachable' }, 503)
    return c.json({ status: 'ready' })
  })

  routes.get('/metrics', async (c) => {
    const refused = c.env?.incoming ? refusalOf(c.env.incoming) : 403
    c.header('cache-control', 'no-store')
    if (refused !== null) {
      if (refused === 401) c.header('www-authenticate', 'Bearer')
      return c.text('Solo desde el propio equipo, o con HUB_METRICS_TOKEN\n', refused)
    }
    const text = await registry.metrics()
    return c.body(text, 200, { 'content-type': registry.contentType })
  })

  return routes
}

async function databaseAnswers(db: Db): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), DATABASE_ANSWERS_WITHIN_MS)
  })
  const asked = assertReachable(db).then(
    () => true,
    () => false,
  )
  try {
    return await Promise.race([asked, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Measures every request by method, declared route and status. */
export function requestMetrics(registry: Registry): MiddlewareHandler<ApiEnv> {
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer an HTTP request',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  })
  return async function measureRequest(c, next) {
    const end = seconds.startTimer()
    await next()
    end({ method: c.req.method, route: c.var.route ?? 'other', status: c.res.status })
  }
}
