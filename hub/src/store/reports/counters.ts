import { addReadings } from '../agents/agent-status.ts'
import { addCounts } from '../bulk.ts'
import type { Db } from '../database.ts'
import { type CountedRead, countAssets } from './asset-counts.ts'
import { BUCKET_MS, startOf } from './buckets.ts'
import { Sums } from './sums.ts'

/** Sums up entries, and adds them to the counters that reports read. */
export class EntryCounters {
  readonly #agents = new Sums()
  readonly #site = new Sums()
  readonly #totals = new Map<number, number>()
  readonly #reads: CountedRead[] = []

  addRead(read: CountedRead & { agentId: number }): void {
    const { agentId, at } = read
    const bucket = startOf(at, BUCKET_MS)
    this.#agents.add(bucket, agentId, 0, 1)
    this.#site.add(bucket, 0, 0, 1)
    this.#totals.set(agentId, (this.#totals.get(agentId) ?? 0) + 1)
    this.#reads.push(read)
  }

  /** Adds repeats, which are not reads. */
  addSuppressed({ agentId, at, count }: { agentId: number; at: number; count: number }): void {
    const bucket = startOf(at, BUCKET_MS)
    this.#agents.add(bucket, agentId, 1, count)
    this.#site.add(bucket, 0, 1, count)
  }

  /**
   * Adds the sums to the counters, in key order so that no two writers deadlock. Returns whether it
   * left a delta to be merged (`mergeAssets`).
   */
  async save(db: Db): Promise<boolean> {
    const both = ['reads', 'suppressed'] as const
    await addCounts(db, 'read_counts', ['bucket', 'agent_id'], both, this.#agents.rows())
    const leftDelta = await countAssets(db, this.#reads)
    await addReadings(db, [...this.#totals])
    // Last, since all hubs add to this row, and it stays locked until the commit.
    const site = this.#site.rows().map(([bucket, , n, suppressed]) => [bucket, n, suppressed])
    await addCounts(db, 'site_counts', ['bucket'], both, site)
    return leftDelta
  }
}
