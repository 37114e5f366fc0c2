import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { Gauge, Registry, collectDefaultMetrics } from 'prom-client'
import { createApp } from './api/app.ts'
import { Arrivals } from './api/http/arrivals.ts'
import { createClientAddresses } from './api/http/client/client-address.ts'
import { createHostList } from './api/http/client/host-list.ts'
import { createLoopMonitor } from './api/http/health.ts'
import { beginKey } from './audit/begin-key.ts'
import { HeadLog } from './audit/head-log.ts'
import { verifyAgentKey } from './auth/agent-keys/agent-key.ts'
import { openLogins } from './auth/open-logins.ts'
import { type Passwords, createPasswords } from './auth/passwords/passwords.ts'
import { resetDelivery } from './auth/password-reset/reset-delivery.ts'
import { openCluster } from './cluster/cluster.ts'
import { createCleanup } from './cleanup/cleanup.ts'
import { createRetention } from './cleanup/retention.ts'
import type { Config } from './config/config.ts'
import { isLoopback } from './config/loopback.ts'
import { machineNames } from './config/machine-names.ts'
import {
  closeServer,
  createWebServer,
  listen,
  routeUpgrades,
  trackConnections,
} from './http-server.ts'
import { ConnectedAgents } from './ingest/connected-agents.ts'
import { Announcer } from './realtime/announcer.ts'
import { createSiteMetrics } from './metrics/site-metrics.ts'
import { createStorageMetrics } from './metrics/storage-metrics.ts'
import { openHubMail } from './mail/hub-mail.ts'
import { createCommandMetrics } from './commands/command-metrics.ts'
import { RelayCommands } from './commands/relay-commands.ts'
import { createBrowserSockets } from './realtime/browser-sockets.ts'
import { createRevocationWatch } from './realtime/revocation-watch.ts'
import { seed } from './seed/seed.ts'
import { lockFolder } from './store/sqlite/folder-lock.ts'
import { openStore, type Store } from './store/open-store.ts'
import { suppressWindowMs } from './store/settings/settings.ts'
import { createTileRateLimit } from './tiles/tile-rate-limit.ts'
import { type Tiles, openTiles } from './tiles/tiles.ts'
import { RUNNING } from './version.ts'

const CLOSE_GRACE_MS = 2000

/** A running hub. */
export interface Hub {
  /** Its address on this machine. */
  url: string
  /** Closes sockets, server and database, in this order; repeated calls wait for the first. */
  stop(): Promise<void>
}

/** Starts the whole hub and resolves when it listens. `passwords` is cheaper in tests. */
export async function startHub(
  config: Config,
  log: Logger,
  passwords: Passwords = createPasswords(),
): Promise<Hub> {
  const lock = lockFolder(config)
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const { version, commit } = RUNNING
  new Gauge({
    name: 'vc_build_info',
    help: 'What runs: always 1',
    labelNames: ['version', 'commit'],
    registers: [registry],
  }).set({ version, commit: commit ?? '' }, 1)
  let tiles: Tiles | undefined
  try {
    // Before the database: what is wrong with the configuration then ends nothing that has begun.
    tiles = openTiles({
      sources: config.tiles,
      dataDir: config.dataDir,
      publicOrigin: config.publicOrigin,
      version: RUNNING.version,
      log: log.child({ part: 'tiles' }),
      registry,
    })
    const onLost = (error: Error) =>
      log.warn({ err: error }, 'a connection to the database is lost')
    const store = await openStore(config, onLost)
    const { release } = lock
    try {
      await beginKey({ store, log })
      await seed({ db: store.db, config, passwords, log })
    } catch (error) {
      await store.close()
      throw error
    }
    return await serve({ config, log, passwords, store, tiles, registry, release })
  } catch (error) {
    await tiles?.close()
    lock.release()
    throw error
  }
}

interface ServeOptions {
  config: Config
  log: Logger
  passwords: Passwords
  store: Store
  tiles: Tiles
  registry: Registry
  /** Gives the data folder back. */
  release: () => void
}

async function serve(options: ServeOptions): Promise<Hub> {
  const { config, log, passwords, store, tiles, registry, release } = options
  const { db } = store
  const headLog = new HeadLog({ store, log })
  const cleanup = createCleanup({ db, log })
  await cleanup.start()

  const cluster = await openCluster({
    address: config.bus,
    db,
    log: log.child({ part: 'bus' }),
    registry,
  })
  const { bus, replicas } = cluster
  const announcer = new Announcer(bus)
  const addresses = createClientAddresses({
    trusted: config.trustedProxies,
    tls: config.tls !== null,
    publicOrigin: config.publicOrigin,
  })
  const hosts = createHostList({
    names: [...machineNames(), ...config.hosts],
    publicOrigin: config.publicOrigin,
    forwardedHosts: (req) => addresses.forwardedHosts(req),
  })
  const agents = await ConnectedAgents.start({
    db,
    ingest: store.ingest,
    bus,
    announcer,
    replicas,
    log: log.child({ part: 'ingest' }),
    registry,
    suppressWindowMs: () => suppressWindowMs(db),
    clientAddress: (req) => addresses.of(req),
    authenticate: (key) => verifyAgentKey(db, key),
  })

  const { presence } = agents
  createSiteMetrics({ readOnly: store.readOnly, presence, registry })
  createStorageMetrics({ config, readOnly: store.readOnly, registry })
  const mailLog = log.child({ part: 'mail' })
  const mail = openHubMail({ config, db, readOnly: store.readOnly, presence, log: mailLog })

  const loop = createLoopMonitor()
  const arrivals = new Arrivals()
  const commands = new RelayCommands({
    db,
    urgent: store.urgent,
    urgentReads: store.urgentReads,
    bus,
    log: log.child({ part: 'commands' }),
    agents,
    replicas,
    metrics: createCommandMetrics(registry),
  })
  await commands.start()
  const { logins, stop: stopLogins } = await openLogins({ store, config, bus, log })
  const app = createApp({
    db,
    urgentReads: store.urgentReads,
    readOnly: store.readOnly,
    searches: store.searches,
    bus,
    log: log.child({ part: 'api' }),
    registry,
    loop,
    arrivals,
    addresses,
    hosts,
    publicOrigin: config.publicOrigin,
    metricsToken: config.metricsToken,
    passwords,
    key: store.key,
    secondFactorRoles: config.secondFactorRoles,
    ...logins,
    deliverReset: resetDelivery(mail?.deliverReset ?? null, config),
    demoAllowed: config.demoLogin,
    now: Date.now,
    presence,
    rfidStatus: () => agents.rfidStatus(),
    commands,
    timeZone: config.timeZone,
    siteName: config.siteName,
    tiles,
    tileRateLimit: createTileRateLimit(),
    running: RUNNING,
    version: RUNNING.version,
    mailer: mail !== null,
    webRoot: fileURLToPath(new URL('../../web/dist', import.meta.url)),
  })
  const server = createWebServer(config.tls, (request, env) => app.fetch(request, env))
  arrivals.watch(server)
  const cutConnections = trackConnections(server)
  const browsers = createBrowserSockets({
    server,
    db,
    bus,
    log: log.child({ part: 'realtime' }),
    registry,
    rfidStatus: () => agents.rfidStatus(),
    publicOrigin: config.publicOrigin,
    knowsHost: (req) => hosts.strangerIn(req) === null,
    secondFactorRoles: config.secondFactorRoles,
  })
  routeUpgrades(server, (req, socket, head) => agents.handleUpgrade(req, socket, head))
  const watch = createRevocationWatch({ db, bus, log })
  watch.start()
  headLog.start()
  mail?.start()
  const days = config.retentionDays
  const retention = days === 0 ? null : createRetention({ db, log, days })
  retention?.start()
  await cluster.run({ agents, commands, announcer })

  async function close(): Promise<void> {
    watch.stop()
    cleanup.stop()
    const closed = closeServer(server, cutConnections, CLOSE_GRACE_MS)
    browsers.stop()
    await commands.stop()
    await mail?.stop()
    await retention?.stop()
    await agents.stop()
    announcer.stop()
    await cluster.stop()
    await closed
    await stopLogins()
    await tiles.close()
    loop.stop()
    arrivals.stop()
    await headLog.stop()
    await store.close()
    release()
  }
  let closing: Promise<void> | undefined
  const stop = () => (closing ??= close())

  try {
    const port = await listen(server, config.port, config.host)
    warnOfCleartext(config, log)
    const url = `${config.tls ? 'https' : 'http'}://${localName(config.host)}:${port}`
    return { url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Passwords and keys in clear are an installer's choice, but not without a word. */
function warnOfCleartext({ host, tls, publicOrigin }: Config, log: Logger): void {
  if (tls !== null || isLoopback(host) || publicOrigin?.startsWith('https:')) return
  log.warn(
    { host },
    'the hub speaks plain http to the network: passwords, keys and plates can be read on the way; give HUB_TLS_CERT and HUB_TLS_KEY, or put an https proxy in front and set HUB_PUBLIC_URL',
  )
}

function localName(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
