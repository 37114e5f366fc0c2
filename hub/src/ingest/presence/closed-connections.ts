import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EventAgent } from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import { STATUSES_A_TURN } from '../../realtime/agent-status-event.ts'
import { releaseAgents } from '../../store/cluster/replicas.ts'
import type { Db } from '../../store/database.ts'
import { inTransaction } from '../../store/transaction.ts'

/** A connection that closed, by the generation of its hello. */
export interface ClosedConnection {
  generation: number
  agent: EventAgent
}

export interface ClosedConnectionsOptions {
  db: Db
  log: Logger
  /** Called when the agent's row no longer names a replica. */
  onReleased: (agentId: number, agent: EventAgent) => void
}

/**
 * Stores that connections closed, many in one transaction after a network failure, and retries
 * until that succeeds. An agent that said hello again meanwhile, at any replica, is not released.
 */
export class ClosedConnections {
  readonly #options: ClosedConnectionsOptions
  readonly #waiting = new Map<number, ClosedConnection>()
  #releasing: Promise<void> | null = null

  constructor(options: ClosedConnectionsOptions) {
    this.#options = options
  }

  add(agentId: number, connection: ClosedConnection): void {
    const before = this.#waiting.get(agentId)
    if (before === undefined || before.generation < connection.generation) {
      this.#waiting.set(agentId, connection)
    }
    this.release()
  }

  forget(agentId: number): void {
    this.#waiting.delete(agentId)
  }

  /** Starts to store the waiting connections, unless that is under way. */
  release(): void {
    if (this.#waiting.size === 0) return
    this.#releasing ??= this.#releaseAll()
      .catch((error: unknown) => this.#options.log.error({ err: error }, 'who left was not stored'))
      .finally(() => (this.#releasing = null))
  }

  /** Resolves when the run that is under way has succeeded or failed. */
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
      for (const [agentId, connection] of leaving) {
        const isReleased = released.has(agentId)
        if (isReleased && notified++ % STATUSES_A_TURN === STATUSES_A_TURN - 1) await nextTurn()
        // The agent was deleted meanwhile, or closed again: the next round handles that.
        if (this.#waiting.get(agentId) !== connection) continue
        this.#waiting.delete(agentId)
        if (isReleased) onReleased(agentId, connection.agent)
      }
    }
  }
}
