import type { EventAgent, OutboxState, ReaderState } from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import type { Bus } from '../../bus/bus.ts'
import type { Replicas } from '../../cluster/replicas.ts'
import { agentStatusEvent } from '../../realtime/agent-status-event.ts'
import { saveSeen } from '../../store/agents/agent-status.ts'
import type { Db } from '../../store/database.ts'
import { inTransaction } from '../../store/transaction.ts'
import { type ClosedConnection, ClosedConnections } from './closed-connections.ts'
import type { Presence } from './presence.ts'
import { ReaderStatus } from './reader-status.ts'

const SAVE_EVERY_MS = 5000

export interface AgentPresenceOptions {
  db: Db
  bus: Bus
  replicas: Replicas
  log: Logger
}

/** A connected agent, with the generation of its connection and its readers. */
export interface PresentAgent extends ClosedConnection {
  readers: readonly ReaderState[]
}

/**
 * Knows which agents are connected to this replica, and announces connections, closes and changes.
 */
export class AgentPresence implements Presence {
  readonly #options: AgentPresenceOptions
  readonly #present = new Map<number, PresentAgent>()
  readonly #lastSeen: LastSeen
  readonly #closed: ClosedConnections
  readonly readers: ReaderStatus
  #timer: NodeJS.Timeout | undefined

  constructor(options: AgentPresenceOptions) {
    const { db, bus, replicas, log } = options
    this.#options = options
    this.#lastSeen = new LastSeen(db)
    const onReleased = (agentId: number, agent: EventAgent) => this.#announce(agentId, agent)
    this.#closed = new ClosedConnections({ db, log, onReleased })
    const agents = () => this.#present.values()
    this.readers = new ReaderStatus({ bus, replicas, agents })
  }

  /** Starts to store, every few seconds, what is only in memory. */
  start(): void {
    const { log } = this.#options
    this.#timer = setInterval(() => {
      this.#lastSeen
        .save()
        .catch((error: unknown) => log.error({ err: error }, 'last_seen not saved'))
      this.#closed.release()
    }, SAVE_EVERY_MS)
  }

  isConnected(agentId: number, replica: string | null = this.#options.replicas.me): boolean {
    const { replicas } = this.#options
    return replica === replicas.me ? this.#present.has(agentId) : replicas.isAlive(replica)
  }

  lastSeen(agentId: number): number | null {
    return this.#lastSeen.of(agentId)
  }

  seen(agentId: number, at: number): void {
    this.#lastSeen.note(agentId, at)
  }

  outboxReported(agentId: number, outbox: OutboxState): void {
    this.#lastSeen.noteOutbox(agentId, outbox)
  }

  joined(agentId: number, present: PresentAgent): void {
    this.#present.set(agentId, present)
    this.#announce(agentId, present.agent)
  }

  /** The agent's connection closed. Announced unless the agent has said hello elsewhere since. */
  left(agentId: number): void {
    const present = this.#present.get(agentId)
    if (present === undefined) return
    this.#present.delete(agentId)
    this.readers.announceSoon()
    this.#closed.add(agentId, present)
  }

  /** A hello was stored but its connection is gone: the agent's row must not name this replica. */
  abandoned(agentId: number, connection: ClosedConnection): void {
    this.#closed.add(agentId, connection)
  }

  renamed(agentId: number, agent: EventAgent): void {
    const present = this.#present.get(agentId)
    if (present !== undefined) present.agent = agent
  }

  /** The agent was deleted: nothing more of it is announced, not even that it disconnects. */
  forget(agentId: number): void {
    this.#present.delete(agentId)
    this.#closed.forget(agentId)
    this.#lastSeen.forget(agentId)
    this.readers.announceSoon()
  }

  readersChanged(agentId: number, readers: readonly ReaderState[]): void {
    const present = this.#present.get(agentId)
    if (present === undefined) return
    present.readers = readers
    this.readers.announceSoon()
  }

  /** Stores and announces that every agent is disconnected. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    for (const agentId of this.#present.keys()) this.left(agentId)
    this.readers.announce()
    await this.#closed.idle()
    await this.#lastSeen.save()
  }

  #announce(agentId: number, agent: EventAgent): void {
    const status = agentStatusEvent(agent, this.lastSeen(agentId), this.#present.has(agentId))
    this.#options.bus.broadcast('agentStatus', status)
    this.readers.announceSoon()
  }
}

/**
 * Keeps the time of each agent's last frame, and the outbox figures of its last ping, in memory,
 * and stores them for all agents at once.
 */
class LastSeen {
  readonly #db: Db
  readonly #seen = new Map<number, number>()
  #unsaved = new Set<number>()
  #outboxes = new Map<number, OutboxState>()

  constructor(db: Db) {
    this.#db = db
  }

  note(agentId: number, at: number): void {
    this.#seen.set(agentId, at)
    this.#unsaved.add(agentId)
  }

  noteOutbox(agentId: number, outbox: OutboxState): void {
    this.#outboxes.set(agentId, outbox)
  }

  /** Milliseconds since 1970; null for an agent that sent no frame to this replica. */
  of(agentId: number): number | null {
    return this.#seen.get(agentId) ?? null
  }

  forget(agentId: number): void {
    this.#seen.delete(agentId)
    this.#unsaved.delete(agentId)
    this.#outboxes.delete(agentId)
  }

  /** Stores what was noted since the last call. */
  async save(): Promise<void> {
    const ids = [...this.#unsaved]
    const outboxes = this.#outboxes
    this.#unsaved = new Set()
    this.#outboxes = new Map()
    if (ids.length === 0) return
    const seen = ids.map((id) => {
      const outbox = outboxes.get(id)
      const state = outbox === undefined ? null : JSON.stringify(outbox)
      return { id, at: this.#seen.get(id) ?? 0, outbox: state }
    })
    await inTransaction(this.#db, (trx) => saveSeen(trx, seen))
  }
}
