import { CloseCode, type EventAgent } from '@vehicle-control/protocol'
import type { AgentLists } from '../../access/agent-lists.ts'
import type { Bus } from '../../bus/bus.ts'
import { findLiveKey } from '../../store/agents/agent-keys.ts'
import { agentReaders } from '../../store/agents/agent-status.ts'
import { agentNames } from '../../store/agents/agents.ts'
import type { Db } from '../../store/database.ts'
import type { AgentConnection } from './agent-connection.ts'
import type { AgentPresence } from '../presence/agent-presence.ts'
import type { IngestMetrics } from '../ingest-metrics.ts'

export interface AgentConnectionsOptions {
  db: Db
  bus: Bus
  presence: AgentPresence
  metrics: IngestMetrics
  lists: Pick<AgentLists, 'joined' | 'left'>
}

/** Connections of an agent before their hello: one, and maybe some that its network lost. */
const BEFORE_HELLO_MAX = 4
const BEFORE_HELLO_RETRY_MS = 1000

/** Holds the newest connection of each agent, and closes older ones with 4009. */
export class AgentConnections {
  readonly #options: AgentConnectionsOptions
  readonly #connections = new Map<number, AgentConnection>()
  /** Connections before their hello, by agent, the oldest first. */
  readonly #beforeHello = new Map<number, Set<AgentConnection>>()

  constructor(options: AgentConnectionsOptions) {
    this.#options = options
  }

  get(agentId: number): AgentConnection | undefined {
    return this.#connections.get(agentId)
  }

  all(): AgentConnection[] {
    return [...this.#connections.values()]
  }

  rename(agentId: number, agent: EventAgent): void {
    this.#connections.get(agentId)?.rename(agent)
    this.#options.presence.renamed(agentId, agent)
  }

  /**
   * Adds a new connection. Closes the agent's oldest one before its hello if there are too many.
   */
  opened(connection: AgentConnection): void {
    const { agentId } = connection
    const waiting = this.#beforeHello.get(agentId) ?? new Set()
    this.#beforeHello.set(agentId, waiting.add(connection))
    const [oldest] = waiting
    if (waiting.size <= BEFORE_HELLO_MAX || oldest === undefined) return
    this.#options.metrics.refused.inc({ reason: 'busy' })
    this.#removeBeforeHello(oldest)
    oldest.tryLater(BEFORE_HELLO_RETRY_MS)
  }

  #removeBeforeHello(connection: AgentConnection): void {
    const waiting = this.#beforeHello.get(connection.agentId)
    waiting?.delete(connection)
    if (waiting?.size === 0) this.#beforeHello.delete(connection.agentId)
  }

  /** Handles a connection whose hello is stored. */
  async join(connection: AgentConnection): Promise<void> {
    this.#removeBeforeHello(connection)
    const { agentId, generation, agent } = connection
    let isPresent = false
    try {
      isPresent = await this.#enter(connection)
    } finally {
      // The stored hello names this replica, and nothing else would clear that.
      if (!isPresent && agent !== null) {
        this.#options.presence.abandoned(agentId, { generation, agent })
      }
    }
  }

  /** Makes the connection the agent's current one; returns false when it ended meanwhile. */
  async #enter(connection: AgentConnection): Promise<boolean> {
    // The device may have gone while its hello waited for the database.
    if (!connection.isOpen) return false
    const { db, bus, presence } = this.#options
    const { agentId, generation, isQuarantined: quarantined } = connection
    const { keyId, log } = connection.identity
    const older = this.#connections.get(agentId)
    // Of two hellos at once on Postgres, the one that was stored last need not arrive here last.
    if (older !== undefined && older.generation > generation) {
      connection.supersede()
      return false
    }
    this.#connections.set(agentId, connection)
    bus.publish('agentJoined', { agentId, generation })
    older?.supersede()
    this.#countConnections()
    log.info({ quarantined }, 'agent connected')
    const readers = quarantined ? [] : await agentReaders(db, agentId)
    // From here on events reach the connection; a rename or revocation since its hello did not.
    const agent = await agentNames(db, agentId)
    const liveKey = await findLiveKey(db, keyId, Date.now())
    if (this.#connections.get(agentId) !== connection) return false
    if (agent === undefined || liveKey === undefined) {
      const reason = agent === undefined ? 'the agent was deleted' : 'key revoked'
      connection.close(CloseCode.keyRevoked, reason)
      return false
    }
    connection.rename(agent)
    presence.joined(agentId, { generation, agent, readers })
    if (!quarantined) void this.#options.lists.joined(connection, connection.accepts('access'))
    return true
  }

  /** Removes a connection that closed, unless a newer one has replaced it. */
  left(connection: AgentConnection, code: number): void {
    this.#removeBeforeHello(connection)
    const { agentId } = connection
    connection.identity.log.info({ code }, 'agent disconnected')
    if (this.#connections.get(agentId) !== connection) return
    this.#connections.delete(agentId)
    this.#countConnections()
    this.#options.presence.left(agentId)
    this.#options.lists.left(agentId)
  }

  #countConnections(): void {
    this.#options.metrics.connected.set(this.#connections.size)
  }
}
