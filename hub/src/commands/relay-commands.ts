import { randomUUID } from 'node:crypto'
import {
  type AckEvent,
  COMMAND_TTL_MS,
  RELAY_MAX_ON_MS,
  type RelayCommandRequest,
} from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import type { Bus } from '../bus/bus.ts'
import type { AgentSockets } from '../ingest/agent-sockets.ts'
import { type Db, inTransaction } from '../store/database.ts'
import {
  closeAbandoned,
  findCommand,
  insertCommand,
  markTimeout,
  type NewCommand,
} from '../store/relay-commands.ts'

/** How long after its deadline a command is given up by the hub. */
const graceMs = 2000
/** Commands whose timeout was raised, for the result that may still come. */
const timeoutsRemembered = 1000

/** Who asks for a command, and from where. */
export interface Asker {
  email: string
  address: string | null
}

/** What became of asking. `duplicate`: the id stands for another command. */
export type Issued =
  | { type: 'issued'; id: string }
  | { type: 'offline' | 'quarantined' | 'duplicate' }

export interface RelayCommandsOptions {
  db: Db
  bus: Bus
  log: Logger
  agents: Pick<AgentSockets, 'command'>
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
  readonly #onAcks: (acks: AckEvent[]) => void

  constructor(options: RelayCommandsOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
    this.#after = options.after ?? afterTimeout
    this.#onAcks = (acks) => {
      for (const ack of acks) this.#answered(ack)
    }
  }

  /** Closes what an earlier run left open, and listens for results. */
  async start(): Promise<void> {
    const { db, bus } = this.#options
    await inTransaction(db, (trx) => closeAbandoned(trx, this.#now()))
    // Before the screens hear of a result, it is known whether it comes late.
    bus.prependListener('acks', this.#onAcks)
  }

  stop(): void {
    this.#options.bus.off('acks', this.#onAcks)
    for (const cancel of this.#waiting.values()) cancel()
    this.#waiting.clear()
  }

  /** Stores and sends a command. A repeated one is issued once. */
  async issue(
    agent: { id: number; code: string },
    { id = randomUUID(), pin, state, duration }: RelayCommandRequest,
    asker: Asker,
  ): Promise<Issued> {
    const { db, agents } = this.#options
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
    }
    if (!(await inTransaction(db, (trx) => insertCommand(trx, command)))) {
      const known = await findCommand(db, agent.id, id)
      const same =
        known?.pin === pin && known.state === state && known.duration_ms === command.duration_ms
      return same ? { type: 'issued', id } : { type: 'duplicate' }
    }
    this.#expect(agent, command)
    const durationMs = command.duration_ms ?? undefined
    const delivery = agents.command(agent.id, { id, pin, state, durationMs })
    return delivery === 'sent' ? { type: 'issued', id } : { type: delivery }
  }

  #expect(agent: { id: number; code: string }, command: NewCommand): void {
    const key = `${agent.code} ${command.id}`
    const giveUp = () => {
      this.#waiting.delete(key)
      this.#raiseTimeout(agent, command, key).catch((error: unknown) =>
        this.#options.log.error({ err: error }, 'a command could not be closed'),
      )
    }
    this.#waiting.set(key, this.#after(COMMAND_TTL_MS + graceMs, giveUp))
  }

  async #raiseTimeout(
    agent: { id: number; code: string },
    { id, pin, state }: NewCommand,
    key: string,
  ): Promise<void> {
    const { db, bus } = this.#options
    const now = this.#now()
    if (!(await inTransaction(db, (trx) => markTimeout(trx, agent.id, id, now)))) return
    bus.emit('acks', [
      { id, agent: { code: agent.code }, pin, state, ok: false, onMs: 0, reason: 'timeout' },
    ])
    this.#timedOut.add(key)
    const [oldest] = this.#timedOut
    if (this.#timedOut.size > timeoutsRemembered && oldest) this.#timedOut.delete(oldest)
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
