import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { addReadings } from '../agents/agent-status.ts'
import { addCounts, isOneOf } from '../bulk.ts'
import { type Db, dialectOf } from '../database.ts'
import { ASSET_DAY_MS, ASSET_WEEK_MS, BUCKET_MS, startOf, Sums } from './buckets.ts'
import type { Span } from './spans.ts'

/**
 * Up to so many reads of a transaction are counted at once: three rows each cost little beside the
 * commit.
 */
const AT_ONCE = 64
/** Limits of one merge, so that no statement of it takes longer than storing a group of batches. */
const MERGED_DELTAS = 32
const MERGED_COUNTERS = 6000

/** A read, and the version of an asset for which it is counted; null: none. */
export interface CountedRead {
  at: number
  versionId: number | null
}

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

/**
 * Counts reads by asset: a few directly in the counters, many as a delta that is merged later.
 * Returns whether it left a delta.
 */
export async function countAssets(db: Db, reads: readonly CountedRead[]): Promise<boolean> {
  const known = reads.filter((r) => r.versionId !== null)
  if (known.length > AT_ONCE) {
    await deferAssets(db, known)
    return true
  }
  const sums = new Sums()
  for (const { at, versionId } of known) {
    if (versionId !== null) sums.add(startOf(at, BUCKET_MS), versionId, 0, 1)
  }
  await addAssets(db, sums)
  return false
}

/** Stores reads by bucket and asset as one row, a delta, which `unmergedAssets` reads. */
export async function deferAssets(db: Db, reads: readonly CountedRead[]): Promise<void> {
  const buckets: Record<number, number[]> = {}
  for (const { at, versionId } of reads) {
    if (versionId !== null) (buckets[startOf(at, BUCKET_MS)] ??= []).push(versionId)
  }
  await db
    .insertInto('asset_deltas')
    .values({ counts: JSON.stringify(buckets) })
    .execute()
}

/**
 * A select of `asset_id`, with a row for each read in a span of whole buckets that is not merged
 * yet.
 */
export function unmergedAssets(db: Db, { from, until }: Span): RawBuilder<unknown> {
  const postgres = dialectOf(db) === 'postgres'
  const buckets = postgres ? sql`json_each(d.counts::json)` : sql`json_each(d.counts)`
  const assets = postgres ? sql`json_array_elements_text(b.value)` : sql`json_each(b.value)`
  return sql`select cast(a.value as integer) as asset_id
    from asset_deltas as d cross join ${buckets} as b cross join ${assets} as a
    where cast(b.key as bigint) >= ${from} and cast(b.key as bigint) < ${until}`
}

/**
 * Moves the oldest deltas into the counters. Call it within a transaction, so that every query
 * finds each read in exactly one of the two. Several hubs may merge at once, each other deltas.
 * Returns whether there may be more.
 */
export async function mergeAssets(db: Db): Promise<boolean> {
  const oldest = await db
    .selectFrom('asset_deltas')
    .selectAll()
    .orderBy('id')
    .limit(MERGED_DELTAS)
    .$if(dialectOf(db) === 'postgres', (query) => query.forUpdate().skipLocked())
    .execute()
  const sums = new Sums()
  const merged: number[] = []
  for (const { id, counts } of oldest) {
    merged.push(id)
    for (const [bucket, assets] of Object.entries(JSON.parse(counts) as Record<string, number[]>)) {
      for (const asset of assets) sums.add(Number(bucket), asset, 0, 1)
    }
    if (sums.size >= MERGED_COUNTERS) break
  }
  if (merged.length === 0) return false
  await sql`delete from asset_deltas where ${isOneOf(db, sql.ref('id'), merged)}`.execute(db)
  await addAssets(db, sums, nextTurn)
  return merged.length < oldest.length || oldest.length === MERGED_DELTAS
}

/**
 * Adds sums by bucket and asset to the counters by bucket, day and week; awaits `pause` before
 * each.
 */
async function addAssets(
  db: Db,
  buckets: Sums,
  pause: () => Promise<unknown> = async () => {},
): Promise<void> {
  const [days, weeks] = [new Sums(), new Sums()]
  const rows = buckets.rows()
  for (const [bucket, asset, n] of rows) {
    days.add(startOf(bucket, ASSET_DAY_MS), asset, 0, n)
    weeks.add(startOf(bucket, ASSET_WEEK_MS), asset, 0, n)
  }
  const tables = [
    ['asset_counts', 'bucket', rows],
    ['asset_days', 'day', days.rows()],
    ['asset_weeks', 'week', weeks.rows()],
  ] as const
  for (const [table, time, sums] of tables) {
    await pause()
    const cells = sums.map(([at, asset, n]) => [at, asset, n])
    await addCounts(db, table, [time, 'asset_id'] as never, ['reads'], cells)
  }
}
