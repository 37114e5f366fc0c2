import { Hono } from 'hono'
import type { RunningVersion } from '@vehicle-control/protocol/release'
import type { Registry } from 'prom-client'
import { createPictureEncoder } from '../photos/encode-picture.ts'
import { PlanPicture } from '../photos/plan-picture.ts'
import { isOwnOrigin } from '../realtime/origin.ts'
import { SiteDays } from './site-days.ts'
import { calls, callsByNoun } from './calls.ts'
import type { Arrivals } from './http/arrivals.ts'
import type { ClientAddresses } from './http/client/client-address.ts'
import type { HostList } from './http/client/host-list.ts'
import { requireKnownHost } from './http/client/require-known-host.ts'
import type { ApiEnv } from './http/request-variables.ts'
import { createErrorHandler, noSuchPath } from './http/errors.ts'
import { type LoopMonitor, healthRoutes, requestMetrics } from './http/health.ts'
import { openApiDocument } from './http/openapi/openapi.ts'
import type { OpenApiDocument } from './http/openapi/openapi-document.ts'
import { pathGuard } from './http/path-guard.ts'
import { registerCalls } from './http/register.ts'
import { originOf } from './http/client/origin-of.ts'
import { securityHeaders } from './http/client/security-headers.ts'
import { reportUnknownProxy } from './http/client/unknown-proxy.ts'
import { BulkReadAudit } from '../audit/bulk-read-audit.ts'
import { KnownSessions } from '../auth/sessions/known-sessions.ts'
import { drainUnreadBody } from './http/limits/unread-body.ts'
import type { ApiParts } from './parts.ts'
import { webApp } from './web-app.ts'

/** Parts that the app makes itself. */
type Own = 'knownSessions' | 'site' | 'pictures' | 'planPicture' | 'bulkReads' | 'openApi'

export interface AppParts extends Omit<ApiParts, Own> {
  arrivals: Pick<Arrivals, 'of'>
  registry: Registry
  /** The release that /healthz answers with. */
  running: RunningVersion
  loop: LoopMonitor
  addresses: ClientAddresses
  hosts: HostList
  metricsToken: string | null
  /** Origin under which browsers see the hub; null: not set. */
  publicOrigin: string | null
  /** Hears of each call that failed for the database's or its disk's sake. */
  onStoreFault?: (error: unknown) => void
  /** Folder of the built web app. */
  webRoot: string
}

/** Everything that the hub answers over HTTP. */
export function createApp(parts: AppParts): Hono<ApiEnv> {
  const { addresses, log, timeZone, version } = parts
  const app = new Hono<ApiEnv>()
  app.onError(createErrorHandler(log, parts.onStoreFault))
  app.notFound(() => noSuchPath().getResponse())

  app.use(async (c, next) => {
    const incoming = c.env?.incoming
    c.set('arrivedAt', incoming ? parts.arrivals.of(incoming) : performance.now())
    await next()
  })
  app.use(requestMetrics(parts.registry))
  app.use(securityHeaders(parts.publicOrigin))
  app.use(async (c, next) => {
    const incoming = c.env?.incoming
    c.set('address', incoming ? addresses.of(incoming) : null)
    c.set('secure', incoming ? addresses.isSecure(incoming) : false)
    c.set('origin', originOf(c, parts))
    c.set('ofOwnPage', incoming ? isOwnOrigin(incoming, parts.publicOrigin) : true)
    await next()
  })
  app.use('/api/*', async (c, next) => {
    await next()
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
  })
  app.use(drainUnreadBody())
  app.use(reportUnknownProxy(addresses, log))
  app.use(requireKnownHost(parts.hosts, log))
  app.use(pathGuard())

  let document: OpenApiDocument | undefined
  registerCalls(app, calls, {
    ...parts,
    knownSessions: new KnownSessions(parts),
    site: new SiteDays(timeZone),
    pictures: createPictureEncoder(),
    planPicture: new PlanPicture(),
    bulkReads: new BulkReadAudit(parts),
    openApi: () => (document ??= openApiDocument(callsByNoun, version)),
  })

  app.route('/', healthRoutes(parts))
  app.route('/', webApp(parts.webRoot))
  return app
}
