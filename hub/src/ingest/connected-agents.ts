import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import {
  CloseCode,
  type EventAgent,
  type HubTakes,
  type RfidStatus,
} from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { AgentLists } from '../access/agent-lists.ts'
import type { Bus } from '../bus/bus.ts'
import type { AgentChange, ReaderTotals, ReplicaEvents } from '../bus/replica-events.ts'
import type { Replicas } from '../cluster/replicas.ts'
import type { Announcer } from '../realtime/announcer.ts'
import { joinSecret } from '../store/agents/agent-join.ts'
import type { Db } from '../store/database.ts'
import { inTransaction } from '../store/transaction.ts'
import {
  AgentConnection,
  type CommandOrder,
  type ConnectionHost,
} from './connections/agent-connection.ts'
import { AgentBudget } from './agent-budget.ts'
import { AgentConnections } from './connections/agent-connections.ts'
import { AgentPresence } from './presence/agent-presence.ts'
import { AgentSocket } from './connections/agent-socket.ts'
import {
  type AcceptedSocket,
  AgentUpgrades,
  type AgentUpgradesOptions,
} from './connections/agent-upgrades.ts'
import { createIngestMetrics, type IngestMetrics } from './ingest-metrics.ts'
import type { Presence } from './presence/presence.ts'
import { BatchWriters } from './batch-writer.ts'
import { reconcileConnections } from './connections/reconcile.ts'
import { FrameScheduler } from './connections/frame-scheduler.ts'
import { HelloAdmission } from './connections/hello-admission.ts'

/** Connections that say hello again in one round, where hubs take more than before. */
const REJOINS_AT_ONCE = 25

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
  lists: AgentLists
  /** Hears of each batch that could not be stored. */
  onStoreFault?: (error: unknown) => void
}

/**
 * What became of a command: it is never queued for an agent that is away, since a barrier must not
 * open late. `outdated`: its edge has not said that it accepts such a command.
 */
export type CommandDelivery = 'sent' | 'offline' | 'quarantined' | 'outdated'

/**
 * The agents that are connected to this replica: the entry point of ingest, which wires its parts.
 * `AgentUpgrades` owns the WebSockets, and refuses those without a valid key; `AgentSocket` owns
 * the order and pace of one socket's frames; `AgentConnection` the frames to and from one agent;
 * `AgentConnections` knows which connection is an agent's current one; `AgentPresence` announces
 * and stores which agents are connected.
 */
export class ConnectedAgents {
  readonly #options: ConnectedAgentsOptions
  readonly #presence: AgentPresence
  readonly #connections: AgentConnections
  readonly #metrics: IngestMetrics
  readonly #scheduler = new FrameScheduler()
  readonly #queue: BatchWriters
  readonly #upgrades: AgentUpgrades
  readonly #host: ConnectionHost
  /** The budgets of agents, by their ids. */
  readonly #budgets = new Map<number, AgentBudget>()
  /** Suppression window at the last reconciliation. */
  #windowMs: number | null = null
  /** What all replicas took at the last reconciliation. */
  #takes: readonly HubTakes[] = []

  readonly #onWindow = (ms: number) => {
    for (const connection of this.#connections.all()) connection.sendWindow(ms)
  }
  readonly #onChanged = ({ agentId, closeCode, reason, gone }: AgentChange) => {
    if (gone) this.#presence.forget(agentId)
    this.#connections.get(agentId)?.close(closeCode, reason)
  }
  readonly #onRenamed = ({ agentId, agent }: ReplicaEvents['agentRenamed']) =>
    this.#connections.rename(agentId, agent)
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
    const { db, bus, announcer, replicas, log, lists, clientAddress, authenticate } = options
    this.#options = options
    const metrics = createIngestMetrics(options.registry, this.#scheduler)
    this.#metrics = metrics
    const presence = new AgentPresence({ db, bus, replicas, log })
    this.#presence = presence
    const connections = new AgentConnections({ db, bus, presence, metrics, lists })
    this.#connections = connections
    this.#queue = new BatchWriters(options.ingest, log, {
      onCommit: (s) => metrics.commitSeconds.observe(s),
      onFault: options.onStoreFault,
    })
    const onAccepted = (accepted: AcceptedSocket) => this.#accept(accepted)
    this.#upgrades = new AgentUpgrades({ log, metrics, clientAddress, authenticate, onAccepted })
    this.#host = {
      db,
      queue: {
        submit: (request) => {
          const { entries, bytes = 0 } = request
          return this.#scheduler.storing(entries.length, bytes, this.#queue.submit(request))
        },
      },
      announcer,
      metrics,
      joinSecret: secret,
      admission: new HelloAdmission({ isBusy: () => this.#scheduler.isBusy }),
      replica: replicas.me,
      takes: () => replicas.takes(),
      lists,
      suppressWindowMs: options.suppressWindowMs,
      onJoined: (connection) => connections.join(connection),
      onSeen: (agentId, at) => presence.seen(agentId, at),
      onOutbox: (agentId, outbox) => presence.outboxReported(agentId, outbox),
      onEnded: (acks) => bus.broadcast('timeouts', acks),
      onReaders: (agentId, readers) => presence.readersChanged(agentId, readers),
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

  /** The state of the readers of all agents that are connected to any replica. */
  rfidStatus(): RfidStatus {
    return this.#presence.readers.current()
  }

  /** Sums over the readers of the agents that are connected to this replica. */
  ownReaders(): ReaderTotals {
    return this.#presence.readers.own()
  }

  /** Entries of agents that wait in memory to be stored. */
  get unstoredEntries(): number {
    return this.#scheduler.unstored
  }

  /**
   * Sends a relay command to the agent if it is connected here; the command expires after `ttlMs`.
   */
  sendCommand(agentId: number, order: CommandOrder, ttlMs?: number): CommandDelivery {
    const connection = this.#connections.get(agentId)
    if (connection === undefined || !connection.isOpen) return 'offline'
    if (connection.isQuarantined) return 'quarantined'
    if ('relay' in order && !connection.accepts('named_relay')) return 'outdated'
    connection.sendCommand(order, ttlMs)
    return 'sent'
  }

  /** True where the agent is connected here, and has named this relay ahead of its backlog. */
  hasLiveRelay(agentId: number, relay: number | string): boolean {
    return this.#connections.get(agentId)?.hasLiveRelay(relay) ?? false
  }

  /** Handles an upgrade of /api/agent/sync. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#upgrades.handle(request, socket, head)
  }

  /** Brings the connections in line with the database, in case the bus lost events. */
  async reconcile(): Promise<void> {
    const { db, replicas, suppressWindowMs } = this.#options
    const windowMs = await suppressWindowMs()
    if (this.#windowMs !== null && windowMs !== this.#windowMs) this.#onWindow(windowMs)
    this.#windowMs = windowMs
    const connections = this.#connections.all()
    this.#followTakes(connections)
    const rename = (id: number, agent: EventAgent) => this.#connections.rename(id, agent)
    await reconcileConnections({ db, replica: replicas.me, connections, rename })
    this.#presence.readers.announce()
  }

  /**
   * An edge writes what its last welcome named: where a replica of an older release has come, it must hear
   * so before it lands there, which would take none of its entries. Where the last of them has gone, those
   * that were told less hear of more, a few at a time.
   */
  #followTakes(connections: readonly AgentConnection[]): void {
    const takes = this.#options.replicas.takes()
    const isLess = this.#takes.some((name) => !takes.includes(name))
    this.#takes = takes
    if (isLess) {
      for (const connection of connections) {
        connection.close(CloseCode.rejoin, 'an older hub takes less')
      }
      return
    }
    const toldLess = connections.filter((connection) => connection.wasToldLess(takes))
    for (const connection of toldLess.slice(0, REJOINS_AT_ONCE)) {
      connection.close(CloseCode.rejoin, 'the hubs take more now')
    }
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
    const budget = this.#budgets.get(agentId) ?? new AgentBudget()
    this.#budgets.set(agentId, budget)
    const socket = new AgentSocket(webSocket, stream, {
      log,
      metrics: this.#metrics,
      scheduler: this.#scheduler,
      budget,
      onFrame: (frame, arrival) => connection.take(frame, arrival),
    })
    const connection = new AgentConnection(
      socket,
      { agentId, keyId, address, budget, log },
      this.#host,
    )
    webSocket.on('close', (closeCode) => this.#connections.left(connection, closeCode))
    this.#connections.opened(connection)
  }
}
