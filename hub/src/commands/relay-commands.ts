import { randomUUID } from 'node:crypto'
import {
  COMMAND_TTL_MS,
  RELAY_MAX_ON_MS,
  RelayLevel,
  RelayPin,
  type RelayCommandRequest,
} from '@vehicle-control/protocol'
import type { ReplicaEvents } from '../bus/replica-events.ts'
import type { ConnectedAgents } from '../ingest/connected-agents.ts'
import { findCommand, insertCommand, type NewCommand } from '../store/commands/relay-commands.ts'
import { inTransaction } from '../store/transaction.ts'
import { CommandTimeouts, type CommandTimeoutsOptions } from './command-timeouts.ts'

/** The person who asks for a command. */
export interface Asker {
  email: string
  address: string | null
}

/** The answer to a request. `duplicate`: the id stands for another command. */
export type Issued =
  | { type: 'issued'; id: string }
  /** `unreachable`: another replica holds the agent, and the bus does not reach it. */
  | { type: 'offline' | 'quarantined' | 'duplicate' | 'unreachable' }

/** The agent that a command is for; `replica` is the one that its row names. */
export interface Addressee {
  id: number
  code: string
  replica: string | null
}

export interface RelayCommandsOptions extends CommandTimeoutsOptions {
  agents: Pick<ConnectedAgents, 'sendCommand'>
}

/** Relay commands from people to edges: stored before they are sent, never queued, never resent. */
export class RelayCommands {
  readonly #options: RelayCommandsOptions
  readonly #timeouts: CommandTimeouts
  readonly #onCommand = (command: ReplicaEvents['command']) => {
    this.#handOver(command).catch((error: unknown) =>
      this.#options.log.error({ err: error }, 'a command of another hub could not be sent'),
    )
  }

  constructor(options: RelayCommandsOptions) {
    this.#options = options
    this.#timeouts = new CommandTimeouts(options)
  }

  /** Listens for results, and closes what an earlier run left open. */
  async start(): Promise<void> {
    this.#timeouts.start()
    this.#options.bus.on('command', this.#onCommand)
    await this.closeAbandoned()
  }

  stop(): void {
    this.#timeouts.stop()
    this.#options.bus.off('command', this.#onCommand)
  }

  /** Times out the commands of replicas that ended. */
  closeAbandoned(): Promise<void> {
    return this.#timeouts.closeAbandoned()
  }

  /**
   * What became of a request under its own id, which may have been made before; null: nothing yet.
   * Asked first: its agent may have gone away since, and the command have moved the relay.
   */
  async repeated(
    agentId: number,
    { id, pin, state, duration }: RelayCommandRequest,
  ): Promise<Issued | null> {
    const known = id === undefined ? undefined : await findCommand(this.#options.db, agentId, id)
    if (id === undefined || known === undefined) return null
    const isSame =
      known.pin === pin &&
      known.state === state &&
      known.duration_ms === longest({ state, duration })
    return isSame ? { type: 'issued', id } : { type: 'duplicate' }
  }

  /** Stores and sends a command. A repeated one is issued once. */
  async issue(
    agent: Addressee,
    { id = randomUUID(), pin, state, duration }: RelayCommandRequest,
    asker: Asker,
  ): Promise<Issued> {
    const { db, agents, replicas } = this.#options
    const { replica } = agent
    // Before anything is stored: nobody waits for a command that cannot be sent.
    if (replica === null) return { type: 'offline' }
    if (replica !== replicas.me && !replicas.reaches(replica)) return { type: 'unreachable' }
    const command: NewCommand = {
      id,
      agent_id: agent.id,
      pin,
      state,
      duration_ms: longest({ state, duration }),
      actor: asker.email,
      address: asker.address,
      created_at: this.#options.now?.() ?? Date.now(),
      replica: replicas.me,
    }
    if (!(await inTransaction(db, (trx) => insertCommand(trx, command)))) {
      const repeated = await this.repeated(agent.id, { id, pin, state, duration })
      return repeated ?? { type: 'duplicate' }
    }
    this.#timeouts.expect(agent, command)
    if (replica !== replicas.me) {
      const handed = replicas.forward(replica, { agentId: agent.id, id }, COMMAND_TTL_MS)
      return handed ? { type: 'issued', id } : { type: 'unreachable' }
    }
    const durationMs = command.duration_ms ?? undefined
    const delivery = agents.sendCommand(agent.id, { id, pin, state, durationMs })
    return delivery === 'sent' ? { type: 'issued', id } : { type: delivery }
  }

  /** Sends a command that another replica stored, if that is still to be done. */
  async #handOver({ replica, agentId, id, deadline }: ReplicaEvents['command']): Promise<void> {
    const { db, agents, replicas } = this.#options
    if (replica !== replicas.me) return
    const row = await findCommand(db, agentId, id)
    // The row decides: a message alone must not open a barrier.
    if (row === undefined || row.reason !== null) return
    const pin = RelayPin.parse(row.pin)
    const state = RelayLevel.parse(row.state)
    const durationMs = row.duration_ms ?? undefined
    const ttlMs = Math.min(COMMAND_TTL_MS, deadline - performance.now())
    if (ttlMs > 0) agents.sendCommand(agentId, { id, pin, state, durationMs }, ttlMs)
  }
}

/** For how long a request wants its relay on, cut to what the hub orders; null: it does not say. */
function longest({ state, duration }: Pick<RelayCommandRequest, 'state' | 'duration'>) {
  return state === 1 && duration !== undefined ? Math.min(duration, RELAY_MAX_ON_MS) : null
}
