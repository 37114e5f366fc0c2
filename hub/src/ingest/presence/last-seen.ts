import { saveSeen } from '../../store/agents/agent-status.ts'
import type { Db } from '../../store/database.ts'
import { inTransaction } from '../../store/transaction.ts'

/** Keeps the time of each agent's last frame in memory, and stores it for all agents at once. */
export class LastSeen {
  readonly #db: Db
  readonly #seen = new Map<number, number>()
  #unsaved = new Set<number>()

  constructor(db: Db) {
    this.#db = db
  }

  note(agentId: number, at: number): void {
    this.#seen.set(agentId, at)
    this.#unsaved.add(agentId)
  }

  /** Milliseconds since 1970; null for an agent that sent no frame to this replica. */
  of(agentId: number): number | null {
    return this.#seen.get(agentId) ?? null
  }

  forget(agentId: number): void {
    this.#seen.delete(agentId)
    this.#unsaved.delete(agentId)
  }

  /** Stores what was noted since the last call. */
  async save(): Promise<void> {
    const ids = [...this.#unsaved]
    this.#unsaved = new Set()
    if (ids.length === 0) return
    const seen = ids.map((id): [number, number] => [id, this.#seen.get(id) ?? 0])
    await inTransaction(this.#db, (trx) => saveSeen(trx, seen))
  }
}
