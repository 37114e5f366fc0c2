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

/** Holds one connection an agent, the newest, and closes the older ones with 4009. */
export class AgentConnections {
  readonly #options: AgentConnectionsOptions
  readonly #connections = new Map<number, AgentConnection>()

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

  /** Takes a connection whose hello was stored. */
  async join(connection: AgentConnection): Promise<void> {
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
