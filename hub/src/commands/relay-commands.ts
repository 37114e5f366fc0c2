import { randomUUID } from 'node:crypto'
import {
  type AckEvent,
  COMMAND_TTL_MS,
  RELAY_MAX_ON_MS,
  RelayLevel,
  RelayPin,
  type RelayCommandRequest,
} from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import type { Bus } from '../bus/bus.ts'
import type { Replicas } from '../cluster/replicas.ts'
import type { ReplicaEvents } from '../bus/replica-events.ts'
import type { ConnectedAgents } from '../ingest/connected-agents.ts'
import type { Db } from '../store/database.ts'
import { inTransaction } from '../store/transaction.ts'
import {
  closeAbandoned,
  findCommand,
  insertCommand,
  markTimeout,
  type NewCommand,
} from '../store/commands/relay-commands.ts'
import { listReplicas } from '../store/cluster/replicas.ts'

/** A command without a result so long after its deadline has timed out. */
const RESULT_GRACE_MS = 2000
/** Commands whose timeout was announced, for the result that may still come. */
const TIMEOUTS_REMEMBERED = 1000

/** The person who asks for a command. */
export interface Asker {
  email: string
  address: string | null
}

/** The answer to a request. `duplicate`: the id stands for another command. */
export type Issued =
  | { type: 'issued'; id: string }
  /** `unreachable`: another hub process holds the agent, and the bus does not reach it. */
  | { type: 'offline' | 'quarantined' | 'duplicate' | 'unreachable' }

/** The agent that a command is for; `replica` is the hub process that its row names. */
export interface Addressee {
  id: number
  code: string
  replica: string | null
}

export interface RelayCommandsOptions {
  db: Db
  bus: Bus
  log: Logger
  agents: Pick<ConnectedAgents, 'sendCommand'>
  replicas: Replicas
  now?: () => number
  /** Runs once after so many milliseconds; the function that it returns cancels. */
  after?: (ms: number, run: () => void) => () => void
}

/** Relay commands from people to edges: stored before they are sent, never queued, never resent. */
export class RelayCommands {
  readonly #options: RelayCommandsOptions
  readonly #now: () => number
  readonly #after: (ms: number, run: () => void) => () => void
  /** Cancels the timeout of a command that waits for its result, by agent code and id. */
  readonly #waiting = new Map<string, () => void>()
  readonly #timedOut = new Set<string>()
  #isStopped = false
  readonly #onAcks: (acks: AckEvent[]) => void
  readonly #onTimeouts: (acks: AckEvent[]) => void
  readonly #onCommand: (command: ReplicaEvents['command']) => void

  constructor(options: RelayCommandsOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
    this.#after = options.after ?? afterTimeout
    this.#onAcks = (acks) => {
      for (const ack of acks) this.#answered(ack)
    }
    this.#onTimeouts = (acks) => {
      for (const { agent, id } of acks) this.#rememberTimeout(`${agent.code} ${id}`)
    }
    this.#onCommand = (command) => {
      this.#handOver(command).catch((error: unknown) =>
        options.log.error({ err: error }, 'a command of another hub could not be sent'),
      )
    }
  }

  /** Closes what an earlier run left open, and listens for results. */
  async start(): Promise<void> {
    const { bus } = this.#options
    this.#isStopped = false
    // First of the listeners: a result must be marked as late before it is announced.
    bus.prependListener('acks', this.#onAcks)
    bus.prependListener('timeouts', this.#onTimeouts)
    bus.on('command', this.#onCommand)
    await this.closeAbandoned()
  }

  stop(): void {
    this.#isStopped = true
    this.#options.bus.off('acks', this.#onAcks)
    this.#options.bus.off('timeouts', this.#onTimeouts)
    this.#options.bus.off('command', this.#onCommand)
    for (const cancel of this.#waiting.values()) cancel()
    this.#waiting.clear()
  }

  /**
   * Times out the commands of hub processes that ended. Of several processes that do so at once,
   * each command falls to one.
   */
  async closeAbandoned(): Promise<void> {
    const { db, replicas } = this.#options
    const close = async (trx: Db) => {
      const entered = (await listReplicas(trx)).map(({ id }) => id)
      // A process that entered since the last look lives as well. A single hub does not enter
      // itself: without its own row, the others are of processes that ended.
      const since = entered.includes(replicas.me) ? entered : []
      return await closeAbandoned(trx, [...replicas.living(), ...since], this.#now())
    }
    const closed = await inTransaction(db, close)
    if (closed.length > 0) this.#announceTimeouts(closed)
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
      duration_ms:
        state === 1 && duration !== undefined ? Math.min(duration, RELAY_MAX_ON_MS) : null,
      actor: asker.email,
      address: asker.address,
      created_at: this.#now(),
      replica: replicas.me,
    }
    if (!(await inTransaction(db, (trx) => insertCommand(trx, command)))) {
      const known = await findCommand(db, agent.id, id)
      const same =
        known?.pin === pin && known.state === state && known.duration_ms === command.duration_ms
      return same ? { type: 'issued', id } : { type: 'duplicate' }
    }
    this.#expect(agent, command)
    if (replica !== replicas.me) {
      const handed = replicas.forward(replica, { agentId: agent.id, id }, COMMAND_TTL_MS)
      return handed ? { type: 'issued', id } : { type: 'unreachable' }
    }
    const durationMs = command.duration_ms ?? undefined
    const delivery = agents.sendCommand(agent.id, { id, pin, state, durationMs })
    return delivery === 'sent' ? { type: 'issued', id } : { type: delivery }
  }

  #expect(agent: { id: number; code: string }, command: NewCommand): void {
    const key = `${agent.code} ${command.id}`
    const giveUp = () => {
      this.#waiting.delete(key)
      this.#timeOut(agent, command).catch((error: unknown) => {
        this.#options.log.error({ err: error }, 'a command could not be closed; trying again')
        if (!this.#isStopped) this.#waiting.set(key, this.#after(RESULT_GRACE_MS, giveUp))
      })
    }
    this.#waiting.set(key, this.#after(COMMAND_TTL_MS + RESULT_GRACE_MS, giveUp))
  }

  async #timeOut(
    agent: { id: number; code: string },
    { id, pin, state }: NewCommand,
  ): Promise<void> {
    const { db } = this.#options
    const now = this.#now()
    if (!(await inTransaction(db, (trx) => markTimeout(trx, agent.id, id, now)))) return
    this.#announceTimeouts([{ id, code: agent.code, pin, state }])
  }

  #announceTimeouts(closed: Awaited<ReturnType<typeof closeAbandoned>>): void {
    const failed = { ok: false, onMs: 0, reason: 'timeout' as const }
    const acks = closed.map(({ code, ...command }) => ({ ...command, agent: { code }, ...failed }))
    this.#options.bus.broadcast('timeouts', acks)
  }

  /** Sends a command that another hub process stored, if that is still to be done. */
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

  /** A result that comes after the timeout is late. */
  #rememberTimeout(key: string): void {
    this.#timedOut.add(key)
    const [oldest] = this.#timedOut
    if (this.#timedOut.size > TIMEOUTS_REMEMBERED && oldest) this.#timedOut.delete(oldest)
  }

  #answered(ack: AckEvent): void {
    const key = `${ack.agent.code} ${ack.id}`
    this.#waiting.get(key)?.()
    this.#waiting.delete(key)
    if (this.#timedOut.has(key)) ack.late = true
  }
}

function afterTimeout(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
