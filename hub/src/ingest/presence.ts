import {
  type EventAgent,
  ONLINE_WITHIN_MS,
  type ReaderState,
  type RfidStatus,
} from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import type { Bus } from '../bus/bus.ts'
import { saveSeen } from '../store/agent-join.ts'
import { type Db, inTransaction } from '../store/database.ts'

const saveEveryMs = 5000

/** Who is connected, and when each agent was last heard of. */
export interface Presence {
  /** Whether the agent's socket is open and past its hello. */
  isConnected(agentId: number): boolean
  /** Newest sign of life, milliseconds since 1970; newer than the database's by up to some seconds. */
  lastSeen(agentId: number): number | null
}

interface Present {
  agent: EventAgent
  readers: readonly ReaderState[]
}

/** Keeps presence in memory, writes it down every few seconds, and tells the screens of changes. */
export class AgentPresence implements Presence {
  readonly #db: Db
  readonly #bus: Bus
  readonly #log: Logger
  readonly #present = new Map<number, Present>()
  readonly #seen = new Map<number, number>()
  #unsaved = new Set<number>()
  readonly #timer: NodeJS.Timeout
  #lastStatus = ''

  constructor(db: Db, bus: Bus, log: Logger) {
    this.#db = db
    this.#bus = bus
    this.#log = log
    this.#timer = setInterval(() => {
      this.#save().catch((error: unknown) => this.#log.error({ err: error }, 'last_seen not saved'))
    }, saveEveryMs)
  }

  isConnected(agentId: number): boolean {
    return this.#present.has(agentId)
  }

  lastSeen(agentId: number): number | null {
    return this.#seen.get(agentId) ?? null
  }

  seen(agentId: number, at: number): void {
    this.#seen.set(agentId, at)
    this.#unsaved.add(agentId)
  }

  joined(agentId: number, agent: EventAgent, readers: readonly ReaderState[]): void {
    this.#present.set(agentId, { agent, readers })
    this.#tell(agentId, agent)
  }

  left(agentId: number): void {
    const present = this.#present.get(agentId)
    this.#present.delete(agentId)
    if (present !== undefined) this.#tell(agentId, present.agent)
  }

  renamed(agentId: number, agent: EventAgent): void {
    const present = this.#present.get(agentId)
    if (present !== undefined) present.agent = agent
  }

  /** The agent was deleted: nothing more is told of it, its leaving neither. */
  forget(agentId: number): void {
    this.#present.delete(agentId)
    this.#seen.delete(agentId)
    this.#unsaved.delete(agentId)
    this.#tellStatus()
  }

  readersChanged(agentId: number, readers: readonly ReaderState[]): void {
    const present = this.#present.get(agentId)
    if (present === undefined) return
    present.readers = readers
    this.#tellStatus()
  }

  #tell(agentId: number, { code, name, location }: EventAgent): void {
    const seen = this.#seen.get(agentId)
    this.#bus.emit('agentStatus', {
      agent: { code, name, location },
      last_seen: seen === undefined ? null : new Date(seen).toISOString(),
      online: seen !== undefined && Date.now() - seen < ONLINE_WITHIN_MS,
      connected: this.#present.has(agentId),
    })
    this.#tellStatus()
  }

  #tellStatus(): void {
    const status = this.rfidStatus()
    const text = JSON.stringify(status)
    if (text === this.#lastStatus) return
    this.#lastStatus = text
    this.#bus.emit('rfidStatus', status)
  }

  /** Over all readers of connected agents; a silent reader is open. */
  rfidStatus(): RfidStatus {
    let open = 0
    let simulated = 0
    let port: string | null = null
    for (const { readers } of this.#present.values()) {
      for (const reader of readers) {
        if (reader.state === 'closed') continue
        open++
        if (reader.simulated) simulated++
        port = reader.path
      }
    }
    return {
      connected: open > 0,
      simulate: open > 0 && simulated === open,
      port: open > 1 ? `${open} lectores` : port,
    }
  }

  async #save(): Promise<void> {
    const ids = [...this.#unsaved]
    this.#unsaved = new Set()
    if (ids.length === 0) return
    const seen = ids.map((id): [number, number] => [id, this.#seen.get(id) ?? 0])
    await inTransaction(this.#db, (trx) => saveSeen(trx, seen), 'rows')
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#save()
  }
}
