import type { Logger } from 'pino'
import { type Db, dialectOf, INGEST_AT_ONCE } from '../store/database.ts'
import type { BatchRequest } from './apply.ts'
import { type BatchResult, IngestLane } from './ingest-lane.ts'

/** Stores each agent's batches in the order in which they came, those of two agents maybe at once. */
export class IngestQueue {
  readonly #lanes: IngestLane[]

  constructor(db: Db, log: Logger, onCommit: (seconds: number) => void) {
    const lanes = INGEST_AT_ONCE[dialectOf(db)]
    this.#lanes = Array.from({ length: lanes }, () => new IngestLane(db, log, onCommit))
  }

  /** Resolves after the commit. Rejects when the database failed: nothing of it is stored then. */
  submit(request: BatchRequest): Promise<BatchResult> {
    const lane = this.#lanes[request.agentId % this.#lanes.length]
    if (lane === undefined) throw new Error(`no lane for agent ${request.agentId}`)
    return lane.submit(request)
  }

  /** Resolves when nothing waits any more. */
  async idle(): Promise<void> {
    for (const lane of this.#lanes) await lane.idle()
  }
}
