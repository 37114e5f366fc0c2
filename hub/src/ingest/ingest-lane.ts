import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '../store/database.ts'
import { mergeAssets } from '../store/reports/asset-counts.ts'
import { inTransaction } from '../store/transaction.ts'
import { type Applied, applyBatches, type BatchOutcome, type BatchRequest } from './apply.ts'

/** Entries of one transaction: one fsync for many batches, and the event loop held only shortly. */
const GROUP_MAX_ENTRIES = 1000

/** The counters by asset are merged after so many groups that left a delta, and when none waits. */
const MERGE_AFTER_GROUPS = 32

interface Waiting {
  request: BatchRequest
  resolve: (outcome: BatchOutcome) => void
  reject: (error: unknown) => void
}

/** Stores batches in the order in which they came, many in one transaction under load. */
export class IngestLane {
  readonly #db: Db
  readonly #log: Logger
  readonly #onCommit: (seconds: number) => void
  #waiting: Waiting[] = []
  #running: Promise<void> | null = null
  /** Groups that left a delta; at the start a hub that crashed may have left some. */
  #unmerged = 1

  constructor(db: Db, log: Logger, onCommit: (seconds: number) => void) {
    this.#db = db
    this.#log = log
    this.#onCommit = onCommit
  }

  /** Resolves with the outcome after the commit. Rejects when the database failed: nothing of it is stored then. */
  submit(request: BatchRequest): Promise<BatchOutcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject })
      this.#running ??= this.#run()
    })
  }

  /** Resolves when nothing waits any more. */
  async idle(): Promise<void> {
    while (this.#running !== null) await this.#running
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0 || this.#unmerged > 0) {
      // What arrives in one turn of the event loop is one transaction.
      await nextTurn()
      if (this.#waiting.length > 0) await this.#storeGroup()
      if (this.#waiting.length === 0 || this.#unmerged >= MERGE_AFTER_GROUPS) await this.#merge()
    }
    this.#running = null
  }

  async #storeGroup(): Promise<void> {
    const group = this.#takeGroup()
    try {
      this.#settle(group, await this.#apply(group))
    } catch (error) {
      if (group.length === 1) group[0]?.reject(error)
      else await this.#oneByOne(group, error)
    }
  }

  /** Merges a part of the counters, between two groups and when nothing waits. */
  async #merge(): Promise<void> {
    try {
      const hasMore = await inTransaction(this.#db, mergeAssets)
      if (!hasMore) this.#unmerged = 0
    } catch (error) {
      this.#log.error({ err: error }, 'counters were not merged; a later group does it')
      this.#unmerged = 0
    }
  }

  #takeGroup(): Waiting[] {
    let entries = 0
    let n = 0
    for (const { request } of this.#waiting) {
      entries += request.entries.length
      if (n > 0 && entries > GROUP_MAX_ENTRIES) break
      n++
    }
    return this.#waiting.splice(0, n)
  }

  async #apply(group: readonly Waiting[]): Promise<Applied> {
    const start = performance.now()
    const requests = group.map((w) => w.request)
    const applied = await inTransaction(this.#db, (trx) => applyBatches(trx, requests))
    this.#onCommit((performance.now() - start) / 1000)
    if (applied.leftDelta) this.#unmerged++
    return applied
  }

  /** One batch's fault must not be its neighbours': each again in a transaction of its own. */
  async #oneByOne(group: readonly Waiting[], cause: unknown): Promise<void> {
    this.#log.error({ err: cause, batches: group.length }, 'a group of batches was not stored')
    for (const waiting of group) {
      try {
        this.#settle([waiting], await this.#apply([waiting]))
      } catch (error) {
        waiting.reject(error)
      }
    }
  }

  #settle(group: readonly Waiting[], { outcomes, settled }: Applied): void {
    const [first] = settled
    if (first !== undefined) {
      const { agentId, result } = first
      this.#log.warn(
        { agentId, id: result.id, reason: result.reason, results: settled.length },
        'a result came for a command that has one already, and was left out',
      )
    }
    for (const [i, waiting] of group.entries()) {
      const outcome = outcomes[i]
      if (outcome !== undefined) waiting.resolve(outcome)
    }
  }
}
