import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Db, dialectOf, INGEST_AT_ONCE } from '../store/database.ts'
import { mergeAssets } from '../store/reports/counters.ts'
import { inTransaction } from '../store/transaction.ts'
import { type Applied, applyBatches, type BatchOutcome, type BatchRequest } from './apply.ts'

/**
 * Limit of entries in one transaction: one fsync for many batches, but short turns of the event
 * loop.
 */
const GROUP_MAX_ENTRIES = 1000
/** The same in bytes of their frames, for long entries. */
const GROUP_MAX_BYTES = 256 * 1024

/**
 * The counters by asset are merged after so many groups that left a delta, and when no batch waits.
 */
const MERGE_AFTER_GROUPS = 32

/** The outcome of a batch, after the commit. */
export interface BatchResult {
  outcome: BatchOutcome
  /** Its share of the time of its transaction, in proportion to its entries. */
  ms: number
}

/** What becomes of transactions. */
export interface WriterEvents {
  onCommit: (seconds: number) => void
  /** Called with the failure of each transaction. */
  onFault?: ((error: unknown) => void) | undefined
}

interface Waiting {
  request: BatchRequest
  resolve: (result: BatchResult) => void
  reject: (error: unknown) => void
}

/**
 * Stores each agent's batches in order, many in one transaction under load. Agents take turns, so
 * that an agent with a backlog delays the others by no more than one transaction.
 */
export class BatchWriter {
  readonly #db: Db
  readonly #log: Logger
  readonly #onCommit: (seconds: number) => void
  readonly #onFault: (error: unknown) => void
  /** Waiting batches by agent, in the order of the agents' turns. */
  readonly #waiting = new Map<number, Waiting[]>()
  #running: Promise<void> | null = null
  /** Groups that left a delta; begins at 1, since a hub that crashed may have left some. */
  #groupsToMerge = 1

  constructor(db: Db, log: Logger, { onCommit, onFault }: WriterEvents) {
    this.#db = db
    this.#log = log
    this.#onCommit = onCommit
    this.#onFault = onFault ?? (() => {})
  }

  /**
   * Resolves after the commit. Rejects when the database fails; nothing of the batch is stored
   * then.
   */
  submit(request: BatchRequest): Promise<BatchResult> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(request.agentId)
      if (waiting === undefined) this.#waiting.set(request.agentId, [{ request, resolve, reject }])
      else waiting.push({ request, resolve, reject })
      this.#running ??= this.#run()
    })
  }

  /** Resolves when no batch waits and the counters are merged. */
  async idle(): Promise<void> {
    while (this.#running !== null) await this.#running
  }

  async #run(): Promise<void> {
    while (this.#waiting.size > 0 || this.#groupsToMerge > 0) {
      // Batches that arrive in one turn of the event loop share a transaction.
      await nextTurn()
      if (this.#waiting.size > 0) await this.#storeGroup()
      if (this.#waiting.size === 0 || this.#groupsToMerge >= MERGE_AFTER_GROUPS) await this.#merge()
    }
    this.#running = null
  }

  async #storeGroup(): Promise<void> {
    const group = this.#takeGroup()
    try {
      this.#settle(group, await this.#apply(group))
    } catch (error) {
      this.#onFault(error)
      if (group.length === 1) group[0]?.reject(error)
      else await this.#storeOneByOne(group, error)
    }
  }

  /** Merges some deltas into the counters. */
  async #merge(): Promise<void> {
    try {
      const hasMore = await inTransaction(this.#db, mergeAssets)
      if (!hasMore) this.#groupsToMerge = 0
    } catch (error) {
      this.#log.error({ err: error }, 'counters were not merged; a later group does it')
      this.#groupsToMerge = 0
    }
  }

  #takeGroup(): Waiting[] {
    const group: Waiting[] = []
    let [entries, bytes] = [0, 0]
    // An agent with more batches moves to the end of the map, where this loop meets it again.
    for (const [agentId, waiting] of this.#waiting) {
      const next = waiting[0] as Waiting
      entries += next.request.entries.length
      bytes += next.request.bytes ?? 0
      if (group.length > 0 && (entries > GROUP_MAX_ENTRIES || bytes > GROUP_MAX_BYTES)) break
      group.push(next)
      waiting.shift()
      this.#waiting.delete(agentId)
      if (waiting.length > 0) this.#waiting.set(agentId, waiting)
    }
    return group
  }

  async #apply(group: readonly Waiting[]): Promise<Applied & { ms: number }> {
    const start = performance.now()
    const requests = group.map((w) => w.request)
    const applied = await inTransaction(this.#db, (trx) => applyBatches(trx, requests))
    const ms = performance.now() - start
    this.#onCommit(ms / 1000)
    if (applied.leftDelta) this.#groupsToMerge++
    return { ...applied, ms }
  }

  /** Stores each batch in a transaction of its own, so that a bad one does not fail the others. */
  async #storeOneByOne(group: readonly Waiting[], cause: unknown): Promise<void> {
    this.#log.error({ err: cause, batches: group.length }, 'a group of batches was not stored')
    for (const waiting of group) {
      try {
        this.#settle([waiting], await this.#apply([waiting]))
      } catch (error) {
        waiting.reject(error)
      }
    }
  }

  #settle(group: readonly Waiting[], { outcomes, leftOut, ms }: Applied & { ms: number }): void {
    for (const { name, agentId, rows } of leftOut) {
      this.#log.warn(
        { kind: name, agentId, rows },
        'entries told of what is settled, and were left out',
      )
    }
    const entries = group.reduce((sum, { request }) => sum + request.entries.length, 0)
    for (const [i, { request, resolve }] of group.entries()) {
      const outcome = outcomes[i]
      const part = (ms * request.entries.length) / entries
      if (outcome !== undefined) resolve({ outcome, ms: part })
    }
  }
}

/** Stores each agent's batches in order; batches of different agents may be stored at once. */
export class BatchWriters {
  readonly #writers: BatchWriter[]

  constructor(db: Db, log: Logger, events: WriterEvents) {
    const writers = INGEST_AT_ONCE[dialectOf(db)]
    this.#writers = Array.from({ length: writers }, () => new BatchWriter(db, log, events))
  }

  /**
   * Resolves after the commit. Rejects when the database fails; nothing of the batch is stored
   * then.
   */
  submit(request: BatchRequest): Promise<BatchResult> {
    const writer = this.#writers[request.agentId % this.#writers.length]
    if (writer === undefined) throw new Error(`no writer for agent ${request.agentId}`)
    return writer.submit(request)
  }

  /** Resolves when no batch waits and the counters are merged. */
  async idle(): Promise<void> {
    for (const writer of this.#writers) await writer.idle()
  }
}
