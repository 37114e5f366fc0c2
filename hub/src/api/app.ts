import type { AlertList, RfidStatus } from '@vehicle-control/protocol'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { LoginParts } from '../auth/login.ts'
import type { ResetParts } from '../auth/password-reset.ts'
import type { Presence } from '../ingest/presence.ts'
import { currentAlerts } from '../reports/alerts.ts'
import type { Db } from '../store/database.ts'
import { webApp } from './web-app.ts'
import { accessGate } from './access.ts'
import { agentEditRoutes } from './agents/agent-edits.ts'
import { agentRoutes } from './agents/agents.ts'
import { auditRoutes } from './people/audit.ts'
import { assetRoutes, vehicleRoutes } from './assets/assets.ts'
import { authRoutes } from './auth/auth.ts'
import { calls } from './calls/calls.ts'
import type { ClientAddresses } from './http/client-address.ts'
import type { RelayCommands } from '../commands/relay-commands.ts'
import { commandRoutes } from './commands/commands.ts'
import { enrollmentRoutes } from './agents/enrollment.ts'
import type { ApiEnv } from './http/env.ts'
import { apiError, createErrorHandler, noSuchPath } from './http/errors.ts'
import { type LoopMonitor, healthRoutes, requestMetrics } from './http/health.ts'
import { clientLogsRoutes, rfidLogsRoutes } from './reads/logs.ts'
import { passwordRoutes } from './auth/passwords.ts'
import { deadLetterRoutes, gapRoutes } from './agents/losses.ts'
import { mapRoutes } from './agents/map.ts'
import { openApiRoutes } from './openapi.ts'
import { pathGuard } from './http/path-guard.ts'
import { publicConfigRoutes } from './settings/public-config.ts'
import { reportRoutes } from './reports/reports.ts'
import { securityHeaders } from './http/security-headers.ts'
import { settingsRoutes } from './settings/settings.ts'
import { vehicleExportRoutes } from './assets/vehicle-export.ts'
import { photoRoutes, UPLOAD_MAX_BYTES, uploadRoutes } from './assets/uploads.ts'
import { userRoutes } from './people/users.ts'
import { telemetryRoutes } from './telemetry/telemetry.ts'

const BODY_MAX_BYTES = 64 * 1024

export interface AppParts extends LoginParts, ResetParts {
  /** A reading connection for short lists. */
  reads: Db
  /** Others for the reads themselves, whose searches may take seconds. */
  logs: Db
  log: Logger
  registry: Registry
  loop: LoopMonitor
  addresses: ClientAddresses
  presence: Presence
  rfidStatus: () => RfidStatus
  commands: RelayCommands
  timeZone: string
  version: string
  /** Whether reset tokens are mailed too. */
  mailer: boolean
  /** Folder of the built web app. */
  webRoot: string
}

/** Everything that the hub answers over HTTP. */
export function createApp(parts: AppParts): Hono<ApiEnv> {
  const { db, logs, bus, addresses, log } = parts
  const app = new Hono<ApiEnv>()
  app.onError(createErrorHandler(log))
  app.notFound(() => noSuchPath().getResponse())

  app.use(requestMetrics(parts.registry))
  app.use(securityHeaders())
  app.use(async (c, next) => {
    const incoming = c.env?.incoming
    c.set('address', incoming ? addresses.of(incoming) : null)
    c.set('secure', incoming ? addresses.isSecure(incoming) : false)
    await next()
  })
  app.use(pathGuard())

  app.use('/api/*', async (c, next) => {
    await next()
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
  })
  const jsonLimit = limitBody(BODY_MAX_BYTES, 'El cuerpo supera 64 KiB; envía menos datos')
  const photoLimit = limitBody(UPLOAD_MAX_BYTES, 'La foto supera 5 MB; reduce su tamaño')
  app.use('/api/*', (c, next) =>
    c.req.path === '/api/upload/image' ? photoLimit(c, next) : jsonLimit(c, next),
  )
  app.use('/api/*', accessGate(db, calls, parts.now))
  // What slow links load every half minute.
  app.use('/api/rfid/*', compress())
  app.use('/api/client/*', compress())

  app.route('/api/auth', authRoutes(parts))
  app.route('/api/auth', passwordRoutes(parts))
  app.route('/api/users', userRoutes(parts))
  app.route('/api/audit', auditRoutes(parts.reads))
  app.route('/api/public-config', publicConfigRoutes(parts))
  app.route('/api/agents', agentRoutes(parts))
  app.route('/api/agents', agentEditRoutes(parts))
  app.route('/api/agents', commandRoutes(parts))
  app.route('/api/agents', telemetryRoutes(parts))
  app.route('/api/agents', gapRoutes(parts))
  app.route('/api/agent', enrollmentRoutes({ db, bus }))
  app.get('/api/alerts', async (c) => {
    const alerts = await currentAlerts(parts.reads, parts.presence, parts.now())
    return c.json({ alerts } satisfies AlertList)
  })
  app.route('/api/vehicles', vehicleExportRoutes({ logs }))
  app.route('/api/upload', uploadRoutes(parts))
  app.route('/api/photos', photoRoutes(parts))
  app.route('/api/map', mapRoutes(parts))
  app.route('/api/dead-letters', deadLetterRoutes(parts))
  app.route('/api/vehicles', vehicleRoutes(parts))
  app.route('/api/assets', assetRoutes(parts))
  app.get('/api/rfid/status', (c) => c.json(parts.rfidStatus()))
  app.route('/api/rfid', reportRoutes(parts))
  app.route('/api/rfid/logs', rfidLogsRoutes({ logs, log }))
  app.route('/api/client/logs', clientLogsRoutes({ logs, log }))
  app.route('/api/openapi.json', openApiRoutes(parts))
  app.route('/api/settings', settingsRoutes({ db, bus }))
  app.route('/api/admin/settings', settingsRoutes({ db, bus }))
  app.all('/api/*', () => noSuchPath().getResponse())

  app.route('/', healthRoutes(parts))
  app.route('/', webApp(parts.webRoot))
  return app
}

function limitBody(maxSize: number, message: string) {
  return bodyLimit({
    maxSize,
    onError: () => {
      throw apiError('too_large', message)
    },
  })
}
