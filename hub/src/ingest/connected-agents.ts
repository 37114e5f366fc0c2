import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { CloseCode, type EventAgent, type RfidStatus } from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Bus } from '../bus/bus.ts'
import type { AgentChange, ReaderTotals, ReplicaEvents } from '../bus/replica-events.ts'
import type { Replicas } from '../cluster/replicas.ts'
import type { Announcer } from '../realtime/announcer.ts'
import { joinSecret } from '../store/agents/agent-join.ts'
import { findLiveKey } from '../store/agents/agent-keys.ts'
import { agentReaders } from '../store/agents/agent-status.ts'
import { agentNames } from '../store/agents/agents.ts'
import type { Db } from '../store/database.ts'
import { inTransaction } from '../store/transaction.ts'
import { AgentConnection, type CommandOrder, type ConnectionHost } from './agent-connection.ts'
import { AgentPresence } from './agent-presence.ts'
import { AgentSocket } from './agent-socket.ts'
import { type AcceptedSocket, AgentUpgrades, type AgentUpgradesOptions } from './agent-upgrades.ts'
import { createIngestMetrics, type IngestMetrics } from './ingest-metrics.ts'
import type { Presence } from './presence.ts'
import { IngestQueue } from './queue.ts'
import { reconcileConnections } from './reconcile.ts'
import { createFrameLimiter } from './socket-guard.ts'

export interface ConnectedAgentsOptions extends Pick<
  AgentUpgradesOptions,
  'clientAddress' | 'authenticate'
> {
  db: Db
  /** Stores what the agents send. */
  ingest: Db
  bus: Bus
  announcer: Announcer
  replicas: Replicas
  log: Logger
  registry: Registry
  suppressWindowMs: () => Promise<number>
}

/** A command is never kept for an agent that is away: a barrier must not open late. */
export type CommandDelivery = 'sent' | 'offline' | 'quarantined'

/** The agents that are connected to this replica: of each its newest connection, and its presence. */
export class ConnectedAgents {
  readonly #options: ConnectedAgentsOptions
  readonly #connections = new Map<number, AgentConnection>()
  readonly #presence: AgentPresence
  readonly #metrics: IngestMetrics
  readonly #limiter = createFrameLimiter()
  readonly #queue: IngestQueue
  readonly #upgrades: AgentUpgrades
  readonly #host: ConnectionHost
  #accepted = 0
  /** Suppression window at the last reconciliation. */
  #windowMs: number | null = null

  readonly #onWindow = (ms: number) => {
    for (const connection of this.#connections.values()) connection.sendWindow(ms)
  }
  readonly #onChanged = ({ agentId, closeCode, reason, gone }: AgentChange) => {
    if (gone) this.#presence.forget(agentId)
    this.#connections.get(agentId)?.close(closeCode, reason)
  }
  readonly #onRenamed = ({ agentId, agent }: ReplicaEvents['agentRenamed']) =>
    this.#rename(agentId, agent)
  readonly #onJoinedElsewhere = ({ agentId, generation }: ReplicaEvents['agentJoined']) => {
    const connection = this.#connections.get(agentId)
    if (connection !== undefined && connection.generation < generation) connection.supersede()
  }
  readonly #onReaders = () => this.#presence.readers.announce()

  /** Resolves when upgrades can be taken. */
  static async start(options: ConnectedAgentsOptions): Promise<ConnectedAgents> {
    const agents = new ConnectedAgents(options, await inTransaction(options.db, joinSecret))
    agents.#start()
    return agents
  }

  private constructor(options: ConnectedAgentsOptions, secret: string) {
    const { db, bus, announcer, replicas, log, clientAddress, authenticate } = options
    this.#options = options
    const metrics = createIngestMetrics(options.registry)
    this.#metrics = metrics
    this.#presence = new AgentPresence({ db, bus, replicas, log })
    this.#queue = new IngestQueue(options.ingest, log, (s) => metrics.commitSeconds.observe(s))
    const onAccepted = (accepted: AcceptedSocket) => this.#accept(accepted)
    this.#upgrades = new AgentUpgrades({ log, metrics, clientAddress, authenticate, onAccepted })
    this.#host = {
      db,
      queue: this.#queue,
      announcer,
      metrics,
      joinSecret: secret,
      replica: replicas.me,
      suppressWindowMs: options.suppressWindowMs,
      onJoined: (connection) => this.#join(connection),
      onSeen: (agentId, at) => this.#presence.seen(agentId, at),
      onReaders: (agentId, readers) => this.#presence.readersChanged(agentId, readers),
    }
  }

  #start(): void {
    const { bus } = this.#options
    this.#presence.start()
    bus.on('suppressWindow', this.#onWindow)
    bus.on('agentChanged', this.#onChanged)
    bus.on('agentRenamed', this.#onRenamed)
    bus.on('agentJoined', this.#onJoinedElsewhere)
    bus.on('readers', this.#onReaders)
  }

  get presence(): Presence {
    return this.#presence
  }

  /** Over the readers of all agents that are connected to any replica. */
  rfidStatus(): RfidStatus {
    return this.#presence.readers.current()
  }

  /** Over the readers of the agents that are connected to this replica. */
  ownReaders(): ReaderTotals {
    return this.#presence.readers.own()
  }

  /** Sends a relay command to the agent, if it is here to take it; it is good for `ttlMs`. */
  sendCommand(agentId: number, order: CommandOrder, ttlMs?: number): CommandDelivery {
    const connection = this.#connections.get(agentId)
    if (connection === undefined || !connection.isOpen) return 'offline'
    if (connection.isQuarantined) return 'quarantined'
    connection.sendCommand(order, ttlMs)
    return 'sent'
  }

  /** Takes an upgrade of /api/agent/sync. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#upgrades.handle(request, socket, head)
  }

  /** Makes good what the bus did not bring: the connections follow the database. */
  async reconcile(): Promise<void> {
    const { db, replicas, suppressWindowMs } = this.#options
    const windowMs = await suppressWindowMs()
    if (this.#windowMs !== null && windowMs !== this.#windowMs) this.#onWindow(windowMs)
    this.#windowMs = windowMs
    const connections = [...this.#connections.values()]
    const rename = (agentId: number, agent: EventAgent) => this.#rename(agentId, agent)
    await reconcileConnections({ db, replica: replicas.me, connections, rename })
    this.#presence.readers.announce()
  }

  /** Closes every connection and stores what has arrived. */
  async stop(): Promise<void> {
    const { bus } = this.#options
    bus.off('suppressWindow', this.#onWindow)
    bus.off('agentChanged', this.#onChanged)
    bus.off('agentRenamed', this.#onRenamed)
    bus.off('agentJoined', this.#onJoinedElsewhere)
    bus.off('readers', this.#onReaders)
    this.#upgrades.close(1001, 'the hub is stopping')
    await this.#queue.idle()
    this.#upgrades.terminate()
    await this.#presence.stop()
  }

  #accept({ webSocket, stream, holder, address }: AcceptedSocket): void {
    const { agentId, code, keyId } = holder
    const log = this.#options.log.child({ agent: code })
    const key = String(++this.#accepted)
    const parts = { log, metrics: this.#metrics, limiter: this.#limiter, key }
    const socket = new AgentSocket(webSocket, parts)
    const connection = new AgentConnection(socket, { agentId, keyId, address, log }, this.#host)
    socket.start(stream, (frame, arrival) => connection.take(frame, arrival))
    webSocket.on('close', (closeCode) => this.#left(connection, closeCode))
  }

  async #join(connection: AgentConnection): Promise<void> {
    const { agentId, generation, agent } = connection
    let isPresent = false
    try {
      isPresent = await this.#enter(connection)
    } finally {
      // Its hello is stored, and nobody else would ever take it back.
      if (!isPresent && agent !== null) this.#presence.abandoned(agentId, { generation, agent })
    }
  }

  /** Makes the connection the agent's own; false when it ended meanwhile. */
  async #enter(connection: AgentConnection): Promise<boolean> {
    // The device may have gone while its hello waited for the database.
    if (!connection.isOpen) return false
    const { db, bus } = this.#options
    const { agentId, generation, isQuarantined: quarantined } = connection
    const { keyId, log } = connection.peer
    const older = this.#connections.get(agentId)
    // Two hellos at once: on Postgres the one that was stored last need not come here last.
    if (older !== undefined && older.generation > generation) {
      connection.supersede()
      return false
    }
    this.#connections.set(agentId, connection)
    bus.publish('agentJoined', { agentId, generation })
    older?.supersede()
    this.#metrics.connected.set(this.#connections.size)
    log.info({ quarantined }, 'agent connected')
    const readers = quarantined ? [] : await agentReaders(db, agentId)
    // From here on renames and revocations reach the connection; one since its hello did not.
    const agent = await agentNames(db, agentId)
    const liveKey = await findLiveKey(db, keyId, Date.now())
    if (this.#connections.get(agentId) !== connection) return false
    if (agent === undefined || liveKey === undefined) {
      const reason = agent === undefined ? 'the agent was deleted' : 'key revoked'
      connection.close(CloseCode.keyRevoked, reason)
      return false
    }
    connection.rename(agent)
    this.#presence.joined(agentId, { generation, agent, readers })
    return true
  }

  #left(connection: AgentConnection, code: number): void {
    const { agentId } = connection
    connection.peer.log.info({ code }, 'agent disconnected')
    if (this.#connections.get(agentId) !== connection) return
    this.#connections.delete(agentId)
    this.#metrics.connected.set(this.#connections.size)
    this.#presence.left(agentId)
  }

  #rename(agentId: number, agent: EventAgent): void {
    this.#connections.get(agentId)?.rename(agent)
    this.#presence.renamed(agentId, agent)
  }
}
