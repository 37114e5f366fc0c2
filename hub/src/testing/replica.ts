import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BrowserEvents, COMMAND_TTL_MS } from '@vehicle-control/protocol'
import { Registry } from 'prom-client'
import { io, type Socket } from 'socket.io-client'
import { hashToken } from '../auth/tokens.ts'
import { type Cluster, openCluster } from '../cluster/cluster.ts'
import { RelayCommands } from '../commands/relay-commands.ts'
import { Deadline } from '../commands/deadline.ts'
import { routeUpgrades } from '../http-server.ts'
import { ConnectedAgents } from '../ingest/connected-agents.ts'
import { Announcer } from '../realtime/announcer.ts'
import { type BrowserSockets, createBrowserSockets } from '../realtime/browser-sockets.ts'
import { createRevocationWatch, type RevocationWatch } from '../realtime/revocation-watch.ts'
import type { Db } from '../store/database.ts'
import { openStore, type Store } from '../store/open-store.ts'
import { createSession } from '../store/auth/sessions.ts'
import { suppressWindowMs } from '../store/settings/site-settings.ts'
import { TestDevice } from './agent-side.ts'
import { idleLists } from './idle-lists.ts'
import type { TempStore } from './temp-store.ts'
import { silent } from './test-hub.ts'

/** The live parts of a hub, on a database that others use as well. For tests. */
export class TestReplica {
  readonly store: Store
  readonly cluster: Cluster
  readonly agents: ConnectedAgents
  readonly commands: RelayCommands
  readonly #announcer: Announcer
  readonly #browsers: BrowserSockets
  readonly #watch: RevocationWatch
  readonly #server: Server
  readonly clients: Socket[] = []

  /** Starts a replica on a database, with the key `key-<n>` for each agent id. */
  static async start(
    config: TempStore['config'],
    brokerPort: number,
    roundEveryMs: number,
  ): Promise<TestReplica> {
    const store = await openStore(config)
    const registry = new Registry()
    const address = { protocol: 'mqtt' as const, host: '127.0.0.1', port: brokerPort }
    const { db } = store
    const paces = { roundEveryMs, beatEveryMs: 50 }
    const cluster = await openCluster({ address, db, log: silent, registry, ...paces })
    const { bus, replicas } = cluster
    const announcer = new Announcer(bus)
    const agents = await ConnectedAgents.start({
      db,
      ingest: store.ingest,
      bus,
      announcer,
      replicas,
      log: silent,
      registry,
      suppressWindowMs: () => suppressWindowMs(db),
      lists: idleLists(store),
      clientAddress: () => '10.0.0.1',
      authenticate: async (key) => {
        const agentId = Number(key.replace('key-', ''))
        return { agentId, code: `gate-${agentId}`, keyId: key }
      },
    })
    const server = createServer()
    const rfidStatus = () => agents.rfidStatus()
    const browsers = createBrowserSockets({
      server,
      db,
      bus,
      log: silent,
      rfidStatus,
      publicOrigin: null,
      knowsHost: () => true,
    })
    routeUpgrades(server, (req, socket, head) => agents.handleUpgrade(req, socket, head))
    const commands = new RelayCommands({
      db,
      urgent: store.urgent,
      urgentReads: store.urgentReads,
      bus,
      log: silent,
      agents,
      replicas,
    })
    await commands.start()
    const watch = createRevocationWatch({ db, bus, log: silent })
    watch.start()
    await cluster.run({ agents, commands, announcer })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new TestReplica({ store, cluster, agents, commands, announcer, browsers, watch, server })
  }

  private constructor(parts: {
    store: Store
    cluster: Cluster
    agents: ConnectedAgents
    commands: RelayCommands
    announcer: Announcer
    browsers: BrowserSockets
    watch: RevocationWatch
    server: Server
  }) {
    this.store = parts.store
    this.cluster = parts.cluster
    this.agents = parts.agents
    this.commands = parts.commands
    this.#announcer = parts.announcer
    this.#browsers = parts.browsers
    this.#watch = parts.watch
    this.#server = parts.server
  }

  get db(): Db {
    return this.store.db
  }

  get #host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async connectDevice(key = 'key-1'): Promise<TestDevice> {
    const device = new TestDevice(`ws://${this.#host}/api/agent/sync`, key)
    await device.opened
    return device
  }

  /** A browser of user 1 with every event that it received. */
  async openBrowser(token: string): Promise<TestBrowser> {
    const now = Date.now()
    const sessionId = await createSession(this.db, {
      userId: 1,
      tokenHash: hashToken(token),
      now,
      expiresAt: now + 600_000,
      address: null,
    })
    const socket: Socket<BrowserEvents> = io(`http://${this.#host}`, {
      auth: { token },
      transports: ['websocket'],
      reconnection: false,
    })
    this.clients.push(socket)
    const browser: TestBrowser = { sessionId, socket, received: [] }
    socket.onAny((name: string, event: unknown) => browser.received.push([name, event]))
    await new Promise<void>((resolve) => void socket.once('connect', resolve))
    return browser
  }

  /** Asks for a relay as the API does, by what the database says of agent 1. */
  async relay(id: string, which: { pin: 17 } | { relay: string } = { pin: 17 }) {
    const agent = await this.db
      .selectFrom('agents')
      .select(['id', 'code', 'replica'])
      .where('id', '=', 1)
      .executeTakeFirstOrThrow()
    const isConnected = this.agents.presence.isConnected(agent.id, agent.replica)
    const target = {
      ...agent,
      isConnected,
      isQuarantined: false,
      isOutdated: false,
      hasRelay: true,
    }
    const requester = { email: 'guardia@demo.local', address: null }
    const deadline = new Deadline(performance.now(), COMMAND_TTL_MS)
    const request = { id, ...which, state: 1, duration: 2000 } as const
    return await this.commands.issue(target, request, requester, deadline)
  }

  async stop(): Promise<void> {
    for (const client of this.clients) client.disconnect()
    this.#watch.stop()
    this.#browsers.stop()
    await this.commands.stop()
    await this.agents.stop()
    this.#announcer.stop()
    await this.cluster.stop()
    this.#server.close()
    await this.store.close()
  }
}

export interface TestBrowser {
  sessionId: number
  socket: Socket<BrowserEvents>
  received: [name: string, event: unknown][]
}
