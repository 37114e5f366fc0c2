import { addReadings } from '../agents/agent-status.ts'
import { addCounts } from '../bulk.ts'
import type { Db } from '../database.ts'
import { countAssets } from './asset-counts.ts'
import { BUCKET_MS, startOf } from './buckets.ts'
import { Sums } from './sums.ts'
import type { StoredRead, StoredSuppression } from '../reads/entries.ts'

/**
 * Adds entries to the counters that reports read, in key order so that no two writers deadlock.
 * Returns whether it left a delta to be merged (`mergeAssets`).
 */
export async function countEntries(
  db: Db,
  reads: readonly StoredRead[],
  suppressions: readonly StoredSuppression[],
): Promise<boolean> {
  const agents = new Sums()
  const site = new Sums()
  const totals = new Map<number, number>()
  for (const r of reads) {
    const bucket = startOf(r.readAt, BUCKET_MS)
    agents.add(bucket, r.agentId, 0, 1)
    site.add(bucket, 0, 0, 1)
    totals.set(r.agentId, (totals.get(r.agentId) ?? 0) + 1)
  }
  for (const s of suppressions) {
    const bucket = startOf(s.lastAt, BUCKET_MS)
    agents.add(bucket, s.agentId, 1, s.count)
    site.add(bucket, 0, 1, s.count)
  }
  const both = ['reads', 'suppressed'] as const
  await addCounts(db, 'read_counts', ['bucket', 'agent_id'], both, agents.rows())
  const leftDelta = await countAssets(db, reads)
  await addReadings(db, [...totals])
  // Last: all hubs add to the same row, and each locks it until its commit.
  const siteRows = site.rows().map(([bucket, , n, suppressed]) => [bucket, n, suppressed])
  await addCounts(db, 'site_counts', ['bucket'], both, siteRows)
  return leftDelta
}
