import type { Logger } from 'pino'
import { Gauge, Registry, collectDefaultMetrics } from 'prom-client'
import { AccessList } from './access/access-list.ts'
import { AgentLists } from './access/agent-lists.ts'
import { Arrivals } from './api/http/arrivals.ts'
import { createLoopMonitor } from './api/http/health.ts'
import { beginKey } from './audit/begin-key.ts'
import { ChainCheck } from './audit/chain-check.ts'
import { SiteDays } from './api/site-days.ts'
import { DecisionSeals } from './audit/decision-seals.ts'
import { HeadLog } from './audit/head-log.ts'
import { OwedEntries } from './audit/owed-entries.ts'
import { verifyAgentKey } from './auth/agent-keys/agent-key.ts'
import { openLogins } from './auth/open-logins.ts'
import { type Passwords, createPasswords } from './auth/passwords/passwords.ts'
import { openHubWatch, type OpenedHubWatch } from './alerts/of-hub/open-hub-watch.ts'
import type { Bus } from './bus/bus.ts'
import { type Cluster, openCluster } from './cluster/cluster.ts'
import { createCleanup } from './cleanup/cleanup.ts'
import { createRetention, type Retention } from './cleanup/retention.ts'
import { Closers } from './closers.ts'
import type { Config } from './config/config.ts'
import { isLoopback } from './config/loopback.ts'
import { openSiteState } from './diagnostics/open-site-state.ts'
import {
  closeServer,
  createWebServer,
  listen,
  routeUpgrades,
  trackConnections,
  type WebServer,
} from './http-server.ts'
import { ConnectedAgents } from './ingest/connected-agents.ts'
import { Announcer } from './realtime/announcer.ts'
import type { HubContext } from './hub-context.ts'
import { openApp } from './open-app.ts'
import { type Clients, openClients } from './open-clients.ts'
import { createSiteMetrics } from './metrics/site-metrics.ts'
import { createStorageMetrics } from './metrics/storage-metrics.ts'
import { openHubMail } from './mail/hub-mail.ts'
import { createMailCheck } from './mail/send-mail.ts'
import { createHubAlertMetrics } from './metrics/hub-alert-metrics.ts'
import { createCommandMetrics } from './commands/command-metrics.ts'
import { RelayCommands } from './commands/relay-commands.ts'
import { type BrowserSockets, createBrowserSockets } from './realtime/browser-sockets.ts'
import { createRevocationWatch } from './realtime/revocation-watch.ts'
import { seed } from './seed/seed.ts'
import { lockFolder } from './store/sqlite/folder-lock.ts'
import type { Db } from './store/database.ts'
import { openStore, type Store } from './store/open-store.ts'
import { LiveSettings } from './settings/live-settings.ts'
import { suppressWindowMs } from './store/settings/site-settings.ts'
import { type Tiles, openTiles } from './tiles/tiles.ts'
import { RUNNING } from './version.ts'

const CLOSE_GRACE_MS = 2000

/** A running hub. */
export interface Hub {
  /** Its address on this machine. */
  url: string
  /** Closes all parts, the last opened first; repeated calls wait for the first. */
  stop(): Promise<void>
}

/** Starts the whole hub and resolves when it listens. `passwords` is cheaper in tests. */
export function startHub(
  config: Config,
  log: Logger,
  passwords: Passwords = createPasswords(),
): Promise<Hub> {
  return startHubWith({ config, log, passwords })
}

/** The same with a log whose last lines are kept. */
export async function startHubWith({
  passwords = createPasswords(),
  recentLines = () => [],
  ...context
}: Pick<HubContext, 'config' | 'log'> & Partial<HubContext>): Promise<Hub> {
  const closers = new Closers()
  try {
    const parts = { ...context, passwords, recentLines, registry: openRegistry() }
    const url = await openHub(parts, closers)
    return { url, stop: () => closers.close() }
  } catch (error) {
    await closers.close()
    throw error
  }
}

/** Opens the parts of the hub, each after those it needs; resolves with its URL when it listens. */
async function openHub(context: HubContext, closers: Closers): Promise<string> {
  const { config, log, registry } = context
  const lock = lockFolder(config)
  closers.add(() => lock.release())
  // Before the database, so that a wrong configuration fails before anything has begun.
  const tiles = openSiteTiles(context)
  closers.add(() => tiles.close())

  const store = await openStore(config, (error) =>
    log.warn({ err: error }, 'a connection to the database is lost'),
  )
  const { db } = store
  closers.add(() => store.close())
  await beginKey({ store, log })
  await seed({ ...context, db })
  const headLog = new HeadLog({ store, log })
  headLog.start()
  closers.add(() => headLog.stop())
  const owedEntries = new OwedEntries({ db, log })
  closers.add(() => owedEntries.stop())
  const cleanup = createCleanup({ db, log })
  await cleanup.start()
  closers.add(() => cleanup.stop())
  const site = new SiteDays(config.timeZone)
  const startOfDay = (moment: number) => site.startOfDay(moment)
  const seals = new DecisionSeals({ ...store, startOfDay, log })
  seals.start()
  closers.add(() => seals.stop())
  const retention = openRetention(context, db)
  closers.add(() => retention?.stop())

  const busLog = log.child({ part: 'bus' })
  const cluster = await openCluster({ address: config.bus, db, log: busLog, registry })
  const { bus } = cluster
  closers.add(() => cluster.stop())
  const settings = await LiveSettings.open({ config, readOnly: store.readOnly, bus, log })
  closers.add(() => settings.stop())
  const accessLog = log.child({ part: 'access' })
  const accessList = new AccessList({ db, readOnly: store.readOnly, bus, log: accessLog })
  accessList.start()
  closers.add(() => accessList.stop())
  const watch = openWatch(context, { store, bus })
  closers.add(() => watch.stop())
  const announcer = new Announcer(bus)
  closers.add(() => announcer.stop())
  const { logins, stop: stopLogins } = await openLogins({ store, config, bus, log })
  closers.add(stopLogins)

  const server = createWebServer(config.tls, (request, env) => app.fetch(request, env))
  const cutConnections = trackConnections(server)
  let closed = Promise.resolve()
  // Awaited here: the server has closed only when the sockets of agents and browsers have.
  closers.add(() => closed)
  const clients = openClients(config)

  const lists = new AgentLists({ db, bus, list: accessList, zone: site.clocks, log: accessLog })
  lists.start()
  closers.add(() => lists.stop())
  const agents = await openAgents(context, { store, cluster, announcer, clients, watch, lists })
  routeUpgrades(server, (req, socket, head) => agents.handleUpgrade(req, socket, head))
  closers.add(() => agents.stop())
  const { presence } = agents
  createSiteMetrics({
    readOnly: store.readOnly,
    presence,
    offlineMinutes: () => settings.current.offline_alert_minutes,
    registry,
  })
  createStorageMetrics({ config, readOnly: store.readOnly, registry })
  const mailLog = log.child({ part: 'mail' })
  const mail = openHubMail({
    config,
    settings: () => settings.current,
    db,
    readOnly: store.readOnly,
    presence,
    log: mailLog,
    hubAlerts: () => watch.alerts(),
    watch: watch.mail,
  })
  mail?.start()
  closers.add(() => mail?.stop())
  const state = openSiteState({ ...context, store, cluster, agents, mail, watch, accessList })
  closers.add(() => state.stop())

  const commands = await openCommands(context, { store, cluster, agents })
  closers.add(() => commands.stop())

  const loop = createLoopMonitor()
  closers.add(() => loop.stop())
  const arrivals = new Arrivals()
  arrivals.watch(server)
  closers.add(() => arrivals.stop())
  const parts = {
    store,
    cluster,
    logins,
    clients,
    agents,
    mail,
    commands,
    loop,
    arrivals,
    settings,
    tiles,
    watch,
    state,
    auditChain: new ChainCheck({ store, log, headLog }),
    owedEntries,
    accessList,
  }
  const app = openApp(context, parts)

  const browsers = openBrowsers(context, { server, db, bus, agents, clients, watch })
  closers.add(() => browsers.stop())
  const revocations = createRevocationWatch({ db, bus, log })
  revocations.start()
  closers.add(() => revocations.stop())
  watch.start()

  await cluster.run({ agents, commands, announcer })
  const port = await listen(server, config.port, config.host)
  closers.add(() => {
    closed = closeServer(server, cutConnections, CLOSE_GRACE_MS)
  })
  warnOfCleartext(config, log)
  return `${config.tls ? 'https' : 'http'}://${localName(config.host)}:${port}`
}

function openRegistry(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const { version, commit } = RUNNING
  new Gauge({
    name: 'vc_build_info',
    help: 'What runs: always 1',
    labelNames: ['version', 'commit'],
    registers: [registry],
  }).set({ version, commit: commit ?? '' }, 1)
  return registry
}

function openSiteTiles({ config, log, registry }: HubContext): Tiles {
  const { tiles: sources, dataDir, publicOrigin } = config
  const { version } = RUNNING
  return openTiles({
    sources,
    dataDir,
    publicOrigin,
    version,
    log: log.child({ part: 'tiles' }),
    registry,
  })
}

/** Null where the site keeps everything. */
function openRetention({ config, log }: HubContext, db: Db): Retention | null {
  if (config.retentionDays === 0) return null
  const retention = createRetention({ db, log, days: config.retentionDays })
  retention.start()
  return retention
}

function openWatch({ config, log, registry }: HubContext, parts: { store: Store; bus: Bus }) {
  const own = { config, log: log.child({ part: 'alerts' }), mailCheckOf: createMailCheck }
  const watch = openHubWatch({ ...parts, ...own })
  createHubAlertMetrics({ alerts: () => watch.alerts(), registry })
  return watch
}

function openAgents(
  { log, registry }: HubContext,
  {
    store: { db, ingest },
    cluster: { bus, replicas },
    announcer,
    clients,
    watch,
    lists,
  }: {
    store: Store
    cluster: Cluster
    announcer: Announcer
    clients: Clients
    watch: OpenedHubWatch
    lists: AgentLists
  },
): Promise<ConnectedAgents> {
  return ConnectedAgents.start({
    db,
    ingest,
    bus,
    announcer,
    replicas,
    log: log.child({ part: 'ingest' }),
    registry,
    suppressWindowMs: () => suppressWindowMs(db),
    lists,
    onStoreFault: (error) => watch.noteFault(error),
    clientAddress: (req) => clients.addresses.of(req),
    authenticate: (key) => verifyAgentKey(db, key),
  })
}

async function openCommands(
  { log, registry }: HubContext,
  {
    store: { db, urgent, urgentReads },
    cluster: { bus, replicas },
    agents,
  }: { store: Store; cluster: Cluster; agents: ConnectedAgents },
): Promise<RelayCommands> {
  const commands = new RelayCommands({
    db,
    urgent,
    urgentReads,
    bus,
    log: log.child({ part: 'commands' }),
    agents,
    replicas,
    metrics: createCommandMetrics(registry),
  })
  await commands.start()
  return commands
}

function openBrowsers(
  { config, log, registry }: HubContext,
  {
    server,
    db,
    bus,
    agents,
    clients,
    watch,
  }: {
    server: WebServer
    db: Db
    bus: Bus
    agents: ConnectedAgents
    clients: Clients
    watch: OpenedHubWatch
  },
): BrowserSockets {
  return createBrowserSockets({
    server,
    db,
    bus,
    log: log.child({ part: 'realtime' }),
    registry,
    rfidStatus: () => agents.rfidStatus(),
    hubAlerts: () => watch.alerts(),
    publicOrigin: config.publicOrigin,
    knowsHost: (req) => clients.hosts.unknownHostIn(req) === null,
    secondFactorRoles: config.secondFactorRoles,
  })
}

/** Passwords and keys in clear are an installer's choice, but not without a warning. */
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
