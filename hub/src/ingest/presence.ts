import {
  type EventAgent,
  ONLINE_WITHIN_MS,
  type ReaderState,
  type RfidStatus,
} from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import type { Bus } from '../bus/bus.ts'
import type { Peers } from '../cluster/replicas.ts'
import type { ReaderTotals } from '../bus/shared-events.ts'
import { saveSeen } from '../store/agents/agent-join.ts'
import type { Db } from '../store/database.ts'
import { inTransaction } from '../store/transaction.ts'
import { releaseAgent } from '../store/cluster/replicas.ts'
import { addTotals, totalReaders } from './reader-totals.ts'

const saveEveryMs = 5000

/** Who is connected, and when each agent was last heard of. */
export interface Presence {
  /**
   * Whether the agent's socket is open and past its hello: at the hub process that its row names,
   * or without one here.
   */
  isConnected(agentId: number, replica?: string | null): boolean
  /** Newest sign of life, milliseconds since 1970; newer than the database's by up to some seconds. */
  lastSeen(agentId: number): number | null
}

/** An agent as its connection of this generation reports it. */
export interface Present {
  generation: number
  agent: EventAgent
  readers: readonly ReaderState[]
}

type Leaver = Pick<Present, 'generation' | 'agent'>

/** Keeps presence in memory, writes it down every few seconds, and tells the screens of changes. */
export class AgentPresence implements Presence {
  readonly #db: Db
  readonly #bus: Bus
  readonly #log: Logger
  readonly #peers: Peers
  readonly #present = new Map<number, Present>()
  readonly #seen = new Map<number, number>()
  #unsaved = new Set<number>()
  /** Agents whose connection closed, until that is written down. */
  readonly #leaving = new Map<number, Leaver>()
  #releasing: Promise<void> | null = null
  readonly #timer: NodeJS.Timeout
  #lastStatus = ''
  #lastOwn = ''

  constructor(db: Db, bus: Bus, log: Logger, peers: Peers) {
    this.#db = db
    this.#bus = bus
    this.#log = log
    this.#peers = peers
    this.#timer = setInterval(() => {
      this.#save().catch((error: unknown) => this.#log.error({ err: error }, 'last_seen not saved'))
      this.#release()
    }, saveEveryMs)
  }

  isConnected(agentId: number, replica: string | null = this.#peers.me): boolean {
    if (replica === this.#peers.me) return this.#present.has(agentId)
    return this.#peers.isAlive(replica)
  }

  lastSeen(agentId: number): number | null {
    return this.#seen.get(agentId) ?? null
  }

  seen(agentId: number, at: number): void {
    this.#seen.set(agentId, at)
    this.#unsaved.add(agentId)
  }

  joined(agentId: number, present: Present): void {
    this.#present.set(agentId, present)
    this.#tell(agentId, present.agent)
  }

  /** The agent's connection closed. Nothing is told if it has said hello elsewhere since. */
  left(agentId: number): void {
    const present = this.#present.get(agentId)
    if (present === undefined) return
    this.#present.delete(agentId)
    this.tellReaders()
    this.abandoned(agentId, present)
  }

  /** A hello was taken, but its connection is gone: the agent's row must not name us any more. */
  abandoned(agentId: number, leaver: Leaver): void {
    const before = this.#leaving.get(agentId)
    if (before === undefined || before.generation < leaver.generation) {
      this.#leaving.set(agentId, leaver)
    }
    this.#release()
  }

  renamed(agentId: number, agent: EventAgent): void {
    const present = this.#present.get(agentId)
    if (present !== undefined) present.agent = agent
  }

  /** The agent was deleted: nothing more is told of it, its leaving neither. */
  forget(agentId: number): void {
    this.#present.delete(agentId)
    this.#leaving.delete(agentId)
    this.#seen.delete(agentId)
    this.#unsaved.delete(agentId)
    this.tellReaders()
  }

  readersChanged(agentId: number, readers: readonly ReaderState[]): void {
    const present = this.#present.get(agentId)
    if (present === undefined) return
    present.readers = readers
    this.tellReaders()
  }

  #tell(agentId: number, { code, name, location }: EventAgent): void {
    const seen = this.#seen.get(agentId)
    this.#bus.broadcast('agentStatus', {
      agent: { code, name, location },
      last_seen: seen === undefined ? null : new Date(seen).toISOString(),
      online: seen !== undefined && Date.now() - seen < ONLINE_WITHIN_MS,
      connected: this.#present.has(agentId),
    })
    this.tellReaders()
  }

  /** Tells the screens of this process of the readers, here and elsewhere, if they changed. */
  tellReaders(): void {
    const totals = this.ownReaders()
    const own = JSON.stringify(totals)
    if (own !== this.#lastOwn) this.#bus.share('readers', { replica: this.#peers.me, totals })
    this.#lastOwn = own
    const status = this.rfidStatus(totals)
    const text = JSON.stringify(status)
    if (text === this.#lastStatus) return
    this.#lastStatus = text
    this.#bus.emit('rfidStatus', status)
  }

  /** The readers of the agents that are connected here. */
  ownReaders(): ReaderTotals {
    return totalReaders([...this.#present.values()].map((present) => present.readers))
  }

  /** Over all readers of connected agents; a silent reader is open. */
  rfidStatus(own = this.ownReaders()): RfidStatus {
    const { open, simulated, port } = [own, ...this.#peers.readers()].reduce(addTotals)
    return {
      connected: open > 0,
      simulate: open > 0 && simulated === open,
      port: open > 1 ? `${open} lectores` : port,
    }
  }

  /** Writes down who left, many at once after a storm, and tells of them. Tried until it works. */
  #release(): void {
    if (this.#leaving.size === 0) return
    this.#releasing ??= this.#releaseAll()
      .catch((error: unknown) => this.#log.error({ err: error }, 'who left was not stored'))
      .finally(() => (this.#releasing = null))
  }

  async #releaseAll(): Promise<void> {
    while (this.#leaving.size > 0) {
      // In one order, so that two hubs never wait for each other.
      const leaving = [...this.#leaving].toSorted(([a], [b]) => a - b)
      const released = await inTransaction(this.#db, async (trx) => {
        const gone: [number, EventAgent][] = []
        for (const [agentId, { generation, agent }] of leaving) {
          if (await releaseAgent(trx, { agentId, generation })) gone.push([agentId, agent])
        }
        return gone
      })
      for (const [agentId, left] of leaving) {
        if (this.#leaving.get(agentId) === left) this.#leaving.delete(agentId)
      }
      for (const [agentId, agent] of released) this.#tell(agentId, agent)
    }
  }

  async #save(): Promise<void> {
    const ids = [...this.#unsaved]
    this.#unsaved = new Set()
    if (ids.length === 0) return
    const seen = ids.map((id): [number, number] => [id, this.#seen.get(id) ?? 0])
    await inTransaction(this.#db, (trx) => saveSeen(trx, seen))
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    for (const agentId of this.#present.keys()) this.left(agentId)
    await this.#releasing
    await this.#save()
  }
}
