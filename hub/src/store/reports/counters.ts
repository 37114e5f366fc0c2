import { addReadings } from '../agents/agent-status.ts'
import { addCounts } from '../bulk.ts'
import type { Db } from '../database.ts'
import type { StoredRead, StoredSuppression } from '../reads/entries.ts'

/** Length of a counter's bucket: 15 minutes fit every time zone. */
export const BUCKET_MS = 15 * 60_000
/** Length of a row of `asset_days`: days of UTC, whatever the time zone of the site. */
export const ASSET_DAY_MS = 86_400_000
export const ASSET_WEEK_MS = 7 * ASSET_DAY_MS

/** Adds entries to the counters that reports read, in key order so that no two writers deadlock. */
export async function countEntries(
  db: Db,
  reads: readonly StoredRead[],
  suppressions: readonly StoredSuppression[],
): Promise<void> {
  const agents = new Sums()
  const site = new Sums()
  const assets = new Sums()
  const assetDays = new Sums()
  const assetWeeks = new Sums()
  const totals = new Map<number, number>()
  for (const r of reads) {
    const bucket = startOf(r.readAt, BUCKET_MS)
    agents.add(bucket, r.agentId, 0, 1)
    site.add(bucket, 0, 0, 1)
    totals.set(r.agentId, (totals.get(r.agentId) ?? 0) + 1)
    if (r.assetId === null) continue
    assets.add(bucket, r.assetId, 0, 1)
    assetDays.add(startOf(r.readAt, ASSET_DAY_MS), r.assetId, 0, 1)
    assetWeeks.add(startOf(r.readAt, ASSET_WEEK_MS), r.assetId, 0, 1)
  }
  for (const s of suppressions) {
    const bucket = startOf(s.lastAt, BUCKET_MS)
    agents.add(bucket, s.agentId, 1, s.count)
    site.add(bucket, 0, 1, s.count)
  }
  const both = ['reads', 'suppressed'] as const
  await addCounts(db, 'read_counts', ['bucket', 'agent_id'], both, agents.rows())
  const perAsset = (sums: Sums) => sums.rows().map(([time, id, n]) => [time, id, n])
  await addCounts(db, 'asset_counts', ['bucket', 'asset_id'], ['reads'], perAsset(assets))
  await addCounts(db, 'asset_days', ['day', 'asset_id'], ['reads'], perAsset(assetDays))
  await addCounts(db, 'asset_weeks', ['week', 'asset_id'], ['reads'], perAsset(assetWeeks))
  await addReadings(db, [...totals])
  // Last: all hubs add to the same row, and each locks it until its commit.
  const siteRows = site.rows().map(([bucket, , n, suppressed]) => [bucket, n, suppressed])
  await addCounts(db, 'site_counts', ['bucket'], both, siteRows)
}

function startOf(at: number, unitMs: number): number {
  return Math.floor(at / unitMs) * unitMs
}

type SumRow = [first: number, second: number, reads: number, suppressed: number]

/** Two counters for each key of two numbers. */
class Sums {
  readonly #rows = new Map<number, Map<number, SumRow>>()

  add(first: number, second: number, counter: 0 | 1, n: number): void {
    let rows = this.#rows.get(first)
    if (!rows) this.#rows.set(first, (rows = new Map()))
    let row = rows.get(second)
    if (!row) rows.set(second, (row = [first, second, 0, 0]))
    row[counter === 0 ? 2 : 3] += n
  }

  /** Lists the sums in key order. */
  rows(): SumRow[] {
    const rows = [...this.#rows.values()].flatMap((of) => [...of.values()])
    return rows.sort((a, b) => a[0] - b[0] || a[1] - b[1])
  }
}
