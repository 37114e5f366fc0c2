import { CloseCode, type EventAgent } from '@vehicle-control/protocol'
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
}

/** An edge has one that is not greeted yet, and maybe some that its network lost. */
const UNGREETED_MAX = 4
const UNGREETED_RETRY_MS = 1000

/** Holds one connection an agent, the newest, and closes the older ones with 4009. */
export class AgentConnections {
  readonly #options: AgentConnectionsOptions
  readonly #connections = new Map<number, AgentConnection>()
  /** Those that have not joined, by agent, the oldest first. */
  readonly #ungreeted = new Map<number, Set<AgentConnection>>()

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

  /** A connection has been opened; of many without a hello the oldest is put off. */
  opened(connection: AgentConnection): void {
    const { agentId } = connection
    const ungreeted = this.#ungreeted.get(agentId) ?? new Set()
    this.#ungreeted.set(agentId, ungreeted.add(connection))
    const [oldest] = ungreeted
    if (ungreeted.size <= UNGREETED_MAX || oldest === undefined) return
    this.#options.metrics.refused.inc({ reason: 'busy' })
    this.#greeted(oldest)
    oldest.tryLater(UNGREETED_RETRY_MS)
  }

  #greeted(connection: AgentConnection): void {
    const ungreeted = this.#ungreeted.get(connection.agentId)
    ungreeted?.delete(connection)
    if (ungreeted?.size === 0) this.#ungreeted.delete(connection.agentId)
  }

  /** Takes a connection whose hello was stored. */
  async join(connection: AgentConnection): Promise<void> {
    this.#greeted(connection)
    const { agentId, generation, agent } = connection
    let isPresent = false
    try {
      isPresent = await this.#enter(connection)
    } finally {
      // Its hello is stored, and nobody else would ever take it back.
      if (!isPresent && agent !== null) {
        this.#options.presence.abandoned(agentId, { generation, agent })
      }
    }
  }

  /** Makes the connection the agent's own; false when it ended meanwhile. */
  async #enter(connection: AgentConnection): Promise<boolean> {
    // The device may have gone while its hello waited for the database.
    if (!connection.isOpen) return false
    const { db, bus, presence } = this.#options
    const { agentId, generation, isQuarantined: quarantined } = connection
    const { keyId, log } = connection.identity
    const older = this.#connections.get(agentId)
    // Two hellos at once: on Postgres the one that was stored last need not come here last.
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
    presence.joined(agentId, { generation, agent, readers })
    return true
  }

  /** Lets go of a connection that closed, unless a newer one has its place. */
  left(connection: AgentConnection, code: number): void {
    this.#greeted(connection)
    const { agentId } = connection
    connection.identity.log.info({ code }, 'agent disconnected')
    if (this.#connections.get(agentId) !== connection) return
    this.#connections.delete(agentId)
    this.#countConnections()
    this.#options.presence.left(agentId)
  }

  #countConnections(): void {
    this.#options.metrics.connected.set(this.#connections.size)
  }
}
