import { randomUUID } from 'node:crypto'
import {
  COMMAND_TTL_MS,
  NO_PIN,
  RELAY_MAX_ON_MS,
  RelayLevel,
  RelayPin,
  type RelayCommandRequest,
} from '@vehicle-control/protocol'
import type { ReplicaEvents } from '../bus/replica-events.ts'
import type { ConnectedAgents } from '../ingest/connected-agents.ts'
import type { CommandOrder } from '../ingest/connections/agent-connection.ts'
import { auditCommands } from '../store/commands/command-audit.ts'
import {
  AGENT,
  findCommand,
  insertCommand,
  type NewCommand,
  type RelayCommandRow,
  saveRefused,
} from '../store/commands/relay-commands.ts'
import type { Db } from '../store/database.ts'
import { inUrgentTransaction } from '../store/transaction.ts'
import { isUnavailable, storeFault } from '../store/unavailable.ts'
import type { CommandMetrics } from './command-metrics.ts'
import { CommandRecords } from './command-records.ts'
import { CommandTimeouts, type CommandTimeoutsOptions } from './command-timeouts.ts'
import type { Deadline } from './deadline.ts'

/** No code is longer than this; the path of a request may be. */
const AGENT_CODE_SHOWN = 64

/** The person who asks for a command. */
export interface Requester {
  email: string
  address: string | null
}

/** The answer to a request. */
export type Issued =
  /** `known`: the row of a command that was asked for before. */
  | { type: 'issued'; id: string; known?: RelayCommandRow }
  /** `duplicate`: the id stands for another command. */
  | { type: 'duplicate' }
  /** `expired`: the database took too long, so the command is not sent and moves no relay. */
  | { type: Refusal | 'expired' }

/**
 * `outdated`: the agent's edge does not accept such a command. `unreachable`: another replica holds
 * the agent, and the bus does not reach it. `abandoned`: its caller has hung up, and may have been
 * told that it failed.
 */
type Refusal = 'offline' | 'quarantined' | 'outdated' | 'unconfigured' | 'unreachable' | 'abandoned'

/** The agent that a command is for; `replica`: the id in its row, of the one that holds it. */
export interface TargetAgent {
  id: number
  code: string
  replica: string | null
  isConnected: boolean
  isQuarantined: boolean
  /** True where its last hello did not accept such a command. */
  isOutdated: boolean
  /** False where it reports its relays, and this is none of them. */
  hasRelay: boolean
}

export interface RelayCommandsOptions extends CommandTimeoutsOptions {
  /** Connections that only urgent calls use. */
  urgent: Db
  urgentReads: Db
  agents: Pick<ConnectedAgents, 'sendCommand'> & Partial<Pick<ConnectedAgents, 'hasLiveRelay'>>
  /** Absent: nothing is counted. */
  metrics?: CommandMetrics
}

/**
 * Relay commands from people to edges: stored before they are sent, never queued, never resent, and
 * not sent at all once their deadline has passed.
 */
export class RelayCommands {
  readonly #options: RelayCommandsOptions
  readonly #timeouts: CommandTimeouts
  readonly #records: CommandRecords
  readonly #onCommand = (command: ReplicaEvents['command']) => {
    this.#handOver(command).catch((error: unknown) =>
      this.#options.log.error({ err: error }, 'a command of another hub could not be sent'),
    )
  }

  constructor(options: RelayCommandsOptions) {
    this.#options = options
    this.#timeouts = new CommandTimeouts(options)
    this.#records = new CommandRecords(options)
  }

  /** Listens for results, and closes commands that an earlier run left open. */
  async start(): Promise<void> {
    this.#timeouts.start()
    this.#options.bus.on('command', this.#onCommand)
    this.#records.start()
    await this.closeAbandoned()
  }

  async stop(): Promise<void> {
    this.#timeouts.stop()
    this.#options.bus.off('command', this.#onCommand)
    await this.#records.stop()
  }

  /** Times out the commands of replicas that ended. */
  closeAbandoned(): Promise<void> {
    return this.#timeouts.closeAbandoned()
  }

  /** Stores and sends a command. A repeated request sends nothing, and gets the known result. */
  async issue(
    agent: TargetAgent,
    request: RelayCommandRequest,
    requester: Requester,
    deadline: Deadline,
  ): Promise<Issued> {
    const issued = await this.#issue(agent, this.#new(agent, request, requester), deadline)
    this.#options.metrics?.issued(issued.type)
    return issued
  }

  /** Records a command for an agent that was not found, or could not be looked up. */
  recordUnaddressed(
    code: string,
    request: RelayCommandRequest,
    requester: Requester,
    why: 'unknown_agent' | 'unavailable',
  ): void {
    const agent = { id: 0, code: code.slice(0, AGENT_CODE_SHOWN) }
    this.#records.attempted(agent.code, this.#new(agent, request, requester), why)
  }

  async #issue(agent: TargetAgent, command: NewCommand, deadline: Deadline): Promise<Issued> {
    const { replicas } = this.#options
    const { id } = command
    const outcome = await this.#store(agent, command, deadline)
    if (outcome !== 'stored') return outcome
    const leftMs = deadline.leftMs()
    if (leftMs === 0) {
      this.#records.refused(command)
      return { type: 'expired' }
    }
    // From here on nothing is awaited: a command that was sent is never answered as refused.
    this.#timeouts.expect(agent, command, leftMs)
    if (agent.replica !== null && agent.replica !== replicas.me) {
      const handed = replicas.forward(agent.replica, { agentId: agent.id, id }, leftMs)
      return handed ? { type: 'issued', id } : { type: 'unreachable' }
    }
    const delivery = this.#options.agents.sendCommand(agent.id, orderOf(command), leftMs)
    return delivery === 'sent' ? { type: 'issued', id } : { type: delivery }
  }

  #new(
    agent: Pick<TargetAgent, 'id'>,
    { id = randomUUID(), pin, relay, state, duration }: RelayCommandRequest,
    requester: Requester,
  ): NewCommand {
    return {
      id,
      agent_id: agent.id,
      pin: pin ?? NO_PIN,
      relay: relay ?? null,
      state,
      duration_ms:
        state === 1 && duration !== undefined ? Math.min(duration, RELAY_MAX_ON_MS) : null,
      actor: requester.email,
      address: requester.address,
      created_at: this.#options.now?.() ?? Date.now(),
      replica: this.#options.replicas.me,
    }
  }

  /**
   * Stores a command that is to be sent, or resolves with the answer where it is not. Rejects where
   * the database failed for another reason than that it was slow.
   */
  async #store(agent: TargetAgent, command: NewCommand, deadline: Deadline) {
    const { urgent } = this.#options
    try {
      // Looked up first: the relay may have moved before the agent disconnected.
      const repeated = await this.#repeated(command)
      if (repeated !== null) return this.#known(agent, command, repeated)
      const refusal = deadline.isAbandoned() ? 'abandoned' : this.#refusal(agent, command)
      if (refusal !== null) {
        this.#records.attempted(agent.code, command, refusal)
        return { type: refusal }
      }
      let isAudited = true
      const stored = await inUrgentTransaction(urgent, async (trx) => {
        if (!(await insertCommand(trx, command))) return 'known'
        const isLate = deadline.leftMs() === 0
        if (isLate) await saveRefused(trx, command, Date.now())
        isAudited = await auditCommands(trx)
        return isLate ? 'late' : 'stored'
      })
      if (!isAudited) this.#records.writeAudit()
      if (stored === 'stored') return stored
      if (stored === 'known') {
        const known = (await this.#repeated(command)) ?? { type: 'duplicate' as const }
        return this.#known(agent, command, known)
      }
    } catch (error) {
      // Whether it was committed is not known: it counts as not sent, and its row is closed.
      this.#records.refused(command)
      const isLate = deadline.leftMs() === 0 && isUnavailable(error)
      if (!isLate && storeFault(error) !== 'busy') throw error
      return { type: 'expired' as const }
    }
    this.#records.refused(command)
    return { type: 'expired' as const }
  }

  /** Records a request whose id stands for another command. */
  #known(agent: TargetAgent, command: NewCommand, known: Issued): Issued {
    if (known.type === 'duplicate') this.#records.attempted(agent.code, command, 'duplicate')
    return known
  }

  /** What became of a command of this id that was asked for before; null: there is none. */
  async #repeated({ agent_id, id, ...asked }: NewCommand): Promise<Issued | null> {
    const known = await findCommand(this.#options.urgentReads, agent_id, id)
    if (known === undefined) return null
    const isSame =
      known.actor !== AGENT &&
      known.relay === asked.relay &&
      (asked.relay !== null || known.pin === asked.pin) &&
      known.state === asked.state &&
      known.duration_ms === asked.duration_ms
    if (!isSame) return { type: 'duplicate' }
    return known.reason === 'expired' ? { type: 'expired' } : { type: 'issued', id, known }
  }

  /** Why a command cannot be sent, and so is not stored; null: it can. */
  #refusal(
    { id, replica, isConnected, isQuarantined, isOutdated, hasRelay }: TargetAgent,
    { pin, relay }: NewCommand,
  ): Refusal | null {
    const { replicas, agents } = this.#options
    if (isQuarantined) return 'quarantined'
    if (!isConnected || replica === null) return 'offline'
    if (isOutdated) return 'outdated'
    // After an outage a new configuration comes ahead of the backlog, and is stored behind it.
    // It does so only where the agent is connected: of another replica's agent the edge decides.
    if (replica !== replicas.me) return replicas.reaches(replica) ? null : 'unreachable'
    return hasRelay || agents.hasLiveRelay?.(id, relay ?? pin) ? null : 'unconfigured'
  }

  /** Sends a command that another replica stored, while it is open and in time. */
  async #handOver({ replica, agentId, id, deadline }: ReplicaEvents['command']): Promise<void> {
    const { urgentReads, agents, replicas } = this.#options
    if (replica !== replicas.me) return
    const row = await findCommand(urgentReads, agentId, id)
    // The row decides: a message alone must not open a barrier.
    if (row === undefined || row.reason !== null) return
    const ttlMs = Math.min(COMMAND_TTL_MS, deadline - performance.now())
    if (ttlMs > 0) agents.sendCommand(agentId, orderOf(row), ttlMs)
  }
}

/** What is sent of a stored command. */
function orderOf({ id, pin, relay, state, duration_ms }: NewCommand): CommandOrder {
  const order = { id, state: RelayLevel.parse(state), durationMs: duration_ms ?? undefined }
  // Never both: a relay by its name has no pin that could be moved in its place.
  return relay === null ? { ...order, pin: RelayPin.parse(pin) } : { ...order, relay }
}
