import type { Logger } from 'pino'
import { type Db, dialectOf, INGEST_AT_ONCE } from '../store/database.ts'
import type { BatchRequest } from './apply.ts'
import { type BatchResult, BatchWriter } from './batch-writer.ts'

/** Stores each agent's batches in order; batches of different agents may be stored at once. */
export class BatchWriters {
  readonly #writers: BatchWriter[]

  constructor(db: Db, log: Logger, onCommit: (seconds: number) => void) {
    const writers = INGEST_AT_ONCE[dialectOf(db)]
    this.#writers = Array.from({ length: writers }, () => new BatchWriter(db, log, onCommit))
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
