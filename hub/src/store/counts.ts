import { sql } from 'kysely'
import { addCounts } from './bulk.ts'
import type { Db } from './database.ts'
import type { StoredRead, StoredSuppression } from './entries.ts'

/** A counter's bucket: 15 minutes fit every time zone. */
export const BUCKET_MS = 15 * 60_000

/** Adds to the counters that the dashboards read, in key order so that no two writers deadlock. */
export async function countEntries(
  db: Db,
  reads: readonly StoredRead[],
  suppressions: readonly StoredSuppression[],
): Promise<void> {
  const agents = new Map<string, [number, number, number, number]>()
  const assets = new Map<string, [number, number, number]>()
  const totals = new Map<number, number>()
  const agentCell = (at: number, agentId: number) => {
    const bucket = Math.floor(at / BUCKET_MS) * BUCKET_MS
    const key = `${bucket} ${agentId}`
    const cell = agents.get(key) ?? [bucket, agentId, 0, 0]
    agents.set(key, cell)
    return cell
  }
  for (const r of reads) {
    const cell = agentCell(r.readAt, r.agentId)
    cell[2]++
    totals.set(r.agentId, (totals.get(r.agentId) ?? 0) + 1)
    if (r.assetId === null) continue
    const key = `${cell[0]} ${r.assetId}`
    const asset = assets.get(key) ?? [cell[0], r.assetId, 0]
    asset[2]++
    assets.set(key, asset)
  }
  for (const s of suppressions) agentCell(s.lastAt, s.agentId)[3] += s.count
  const inKeyOrder = <T extends readonly [number, number, ...number[]]>(rows: Iterable<T>) =>
    [...rows].toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  await addCounts(
    db,
    'read_counts',
    ['bucket', 'agent_id'],
    ['reads', 'suppressed'],
    inKeyOrder(agents.values()),
  )
  await addCounts(
    db,
    'asset_counts',
    ['bucket', 'asset_id'],
    ['reads'],
    inKeyOrder(assets.values()),
  )
  for (const [agentId, n] of [...totals].toSorted((a, b) => a[0] - b[0])) {
    await db
      .updateTable('agents')
      .set({ readings_count: sql`readings_count + ${n}` })
      .where('id', '=', agentId)
      .execute()
  }
}
