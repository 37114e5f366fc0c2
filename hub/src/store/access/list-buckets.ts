import { DENIED_MAX } from '@vehicle-control/protocol/access/frames'
import { BUCKETS } from '@vehicle-control/protocol/access/list-digest'
import { BUCKET_ROWS_MAX } from '@vehicle-control/protocol/access/list-text'
import { ROW_STATES } from '@vehicle-control/protocol'
import { sql } from 'kysely'
import { rowsOf } from '../bulk.ts'
import type { Db } from '../database.ts'
import type { AccessBucketRow } from '../schema/access.ts'

/** How many tags gates are told of; of a denied one beyond it too. */
export const LIST_TAGS_MAX = 100_000
/** Rows of a bucket; the others of its frame are kept for denied tags. */
const BUCKET_TAGS_MAX = 480
const NO_ROWS = '0'.repeat(64)

/** The buckets of a list, in order, those without a row too. */
export async function loadBuckets(db: Db): Promise<AccessBucketRow[]> {
  return allBuckets(await db.selectFrom('access_buckets').selectAll().execute())
}

/** The same, of those that are stored. */
export function allBuckets(stored: readonly AccessBucketRow[]): AccessBucketRow[] {
  const known = new Map(stored.map((row) => [row.bucket, row]))
  return Array.from(
    { length: BUCKETS },
    (_, bucket) => known.get(bucket) ?? { bucket, digest: NO_ROWS, edits: 0, tags: 0 },
  )
}

export async function saveBuckets(trx: Db, buckets: readonly AccessBucketRow[]): Promise<void> {
  if (buckets.length === 0) return
  const cells = buckets.map(({ bucket, digest, edits, tags }) => [bucket, digest, edits, tags])
  await sql`insert into access_buckets (bucket, digest, edits, tags)
    ${rowsOf(trx, ['bucket', 'digest', 'edits', 'tags'], cells)}
    on conflict (bucket) do update
    set digest = excluded.digest, edits = excluded.edits, tags = excluded.tags`.execute(trx)
}

/** Counts the tags of a list, and says which more it takes. */
export class ListRoom {
  readonly #tags: number[]
  #all: number

  constructor(buckets: readonly AccessBucketRow[]) {
    this.#tags = buckets.map(({ tags }) => tags)
    this.#all = this.#tags.reduce((sum, tags) => sum + tags, 0)
  }

  /** Whether a tag of this state, that has no row yet, gets one. */
  takes(bucket: number, state: number): boolean {
    const tags = this.#tags[bucket] ?? 0
    return state === ROW_STATES.denied
      ? tags < BUCKET_ROWS_MAX && this.#all < LIST_TAGS_MAX + DENIED_MAX
      : tags < BUCKET_TAGS_MAX && this.#all < LIST_TAGS_MAX
  }

  add(bucket: number, tags: 1 | -1): void {
    this.#tags[bucket] = (this.#tags[bucket] ?? 0) + tags
    this.#all += tags
  }

  tagsOf(bucket: number): number {
    return this.#tags[bucket] ?? 0
  }

  get tags(): number {
    return this.#all
  }

  /** Some tag may have no row for want of room. */
  get isFull(): boolean {
    return this.#all >= LIST_TAGS_MAX || this.#tags.some((tags) => tags >= BUCKET_TAGS_MAX)
  }
}
