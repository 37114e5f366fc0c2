import type { OutboxState } from '@vehicle-control/protocol'
import { saveSeen } from '../../store/agents/agent-status.ts'
import type { Db } from '../../store/database.ts'
import { inTransaction } from '../../store/transaction.ts'

/**
 * Keeps the time of each agent's last frame, and the outbox figures of its last ping, in memory,
 * and stores them for all agents at once.
 */
export class LastSeen {
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
