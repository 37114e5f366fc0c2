import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EventAgent } from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import { STATUSES_A_TURN } from '../../realtime/agent-status-event.ts'
import { releaseAgents } from '../../store/cluster/replicas.ts'
import type { Db } from '../../store/database.ts'
import { inTransaction } from '../../store/transaction.ts'

/** A connection that ended, by the number of the hello that it began with. */
export interface Departure {
  generation: number
  agent: EventAgent
}

export interface DeparturesOptions {
  db: Db
  log: Logger
  /** Called when the agent's row names no replica any more. */
  onReleased: (agentId: number, agent: EventAgent) => void
}

/**
 * Stores that connections ended, many in one transaction after a storm, and tries until it works.
 * An agent that said hello again meanwhile, here or at another replica, is not released.
 */
export class Departures {
  readonly #options: DeparturesOptions
  readonly #waiting = new Map<number, Departure>()
  #releasing: Promise<void> | null = null

  constructor(options: DeparturesOptions) {
    this.#options = options
  }

  add(agentId: number, departure: Departure): void {
    const before = this.#waiting.get(agentId)
    if (before === undefined || before.generation < departure.generation) {
      this.#waiting.set(agentId, departure)
    }
    this.release()
  }

  forget(agentId: number): void {
    this.#waiting.delete(agentId)
  }

  /** Begins to store what waits, unless that is under way. */
  release(): void {
    if (this.#waiting.size === 0) return
    this.#releasing ??= this.#releaseAll()
      .catch((error: unknown) => this.#options.log.error({ err: error }, 'who left was not stored'))
      .finally(() => (this.#releasing = null))
  }

  /** Resolves when what is under way has been stored or has failed. */
  async idle(): Promise<void> {
    await this.#releasing
  }

  async #releaseAll(): Promise<void> {
    const { db, onReleased } = this.#options
    while (this.#waiting.size > 0) {
      const leaving = [...this.#waiting]
      const closed = leaving.map(([id, { generation }]) => [id, generation] as const)
      const released = await inTransaction(db, (trx) => releaseAgents(trx, closed))
      let notified = 0
      for (const [agentId, departure] of leaving) {
        const isReleased = released.has(agentId)
        if (isReleased && notified++ % STATUSES_A_TURN === STATUSES_A_TURN - 1) await nextTurn()
        // Forgotten meanwhile, or gone once more: the next round tells of that.
        if (this.#waiting.get(agentId) !== departure) continue
        this.#waiting.delete(agentId)
        if (isReleased) onReleased(agentId, departure.agent)
      }
    }
  }
}
