import { ROW_STATES, type ListRow } from '@vehicle-control/protocol'
import {
  DENIED_MAX,
  DENIED_MAX_BYTES,
  type ListPlace,
} from '@vehicle-control/protocol/access/frames'
import { deniedDigest, listDigest } from '@vehicle-control/protocol/access/list-digest'
import { sql } from 'kysely'
import type { Db } from '../database.ts'
import type { AccessBucketRow, AccessRow } from '../schema/access.ts'
import { deniedBytes } from './denied-tags.ts'
import { allBuckets, ListRoom } from './list-buckets.ts'
import { listRow } from './wanted-rows.ts'

/** What gates are told that the list is; its rows are read when one wants them (`bucketRows`). */
export interface ListImage {
  place: ListPlace
  /** The list that this one goes on from, and how far that had come; null: none. */
  was: ListPlace | null
  /** `listDigest`, hex. */
  digest: string
  /** Each bucket's `BucketDigest`, hex, and the list's edits when it last changed. */
  buckets: readonly { digest: string; edits: number }[]
  /** Denied tags, sorted. */
  denied: readonly string[]
  /** `deniedDigest`, hex. */
  deniedDigest: string
  /** How many tags have a row. */
  tags: number
  /** There may be tags that gates are not told of, for want of room in the list. */
  isFull: boolean
  /** There are denied tags that are not in `denied`, for want of room in its frame; their rows deny too. */
  isDeniedFull: boolean
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** Reads what gates are told that the list is; null before it has begun. */
export async function loadImage(db: Db): Promise<ListImage | null> {
  for (;;) {
    const before = await loadPlace(db)
    if (before === null) return null
    const { uids, isWhole } = await deniedUids(db)
    const after = await loadPlace(db)
    // The denied tags of another moment would be under a digest that no gate can reach.
    if (after?.place.id !== before.place.id || after.place.edits !== before.place.edits) continue
    const { place, was, buckets } = before
    const room = new ListRoom(buckets)
    return {
      place,
      was,
      digest: hex(listDigest(buckets.map(({ digest }) => Buffer.from(digest, 'hex')))),
      buckets: buckets.map(({ digest, edits }) => ({ digest, edits })),
      denied: uids,
      deniedDigest: hex(deniedDigest(uids)),
      tags: room.tags,
      isFull: room.isFull,
      isDeniedFull: !isWhole,
    }
  }
}

/** Place and buckets in one statement, and so of one moment. */
async function loadPlace(
  db: Db,
): Promise<{ place: ListPlace; was: ListPlace | null; buckets: AccessBucketRow[] } | null> {
  const rows = await db
    .selectFrom('access_list')
    .leftJoin('access_buckets', (join) => join.onTrue())
    .select(['access_list.id', 'access_list.edits as of', 'was_id', 'was_edits'])
    .select(['bucket', 'digest', 'access_buckets.edits', 'tags'])
    .execute()
  const [first] = rows
  if (first === undefined) return null
  const stored = rows.flatMap(({ bucket, digest, edits, tags }) =>
    bucket === null || digest === null || edits === null || tags === null
      ? []
      : [{ bucket, digest, edits, tags }],
  )
  const { id, of: edits, was_id, was_edits } = first
  const was = was_id === null ? null : { id: was_id, edits: was_edits ?? 0 }
  return { place: { id, edits }, was, buckets: allBuckets(stored) }
}

async function deniedUids(db: Db): Promise<{ uids: string[]; isWhole: boolean }> {
  const rows = await db
    .selectFrom('access_rows')
    .select('uid')
    // In the query's text, since the index is of this state alone.
    .where(sql<boolean>`state = ${sql.lit(ROW_STATES.denied)}`)
    .orderBy('uid')
    .limit(DENIED_MAX + 1)
    .execute()
  const uids: string[] = []
  let bytes = 0
  for (const { uid } of rows) {
    bytes += deniedBytes(uid)
    if (uids.length === DENIED_MAX || bytes > DENIED_MAX_BYTES)
      return { uids: uids.toSorted(), isWhole: false }
    uids.push(uid)
  }
  return { uids: uids.toSorted(), isWhole: true }
}

/** The rows of one bucket, and of which moment they are. */
export interface BucketRows {
  place: ListPlace
  /** The list's edits when the bucket last changed. */
  edits: number
  rows: ListRow[]
}

/** Reads a bucket's rows, by uid, in one statement; null before the list has begun. */
export async function bucketRows(db: Db, bucket: number): Promise<BucketRows | null> {
  const { rows } = await sql<
    { list: string; edits: number; changed: number | null } & (AccessRow | { uid: null })
  >`
    select access_list.id as list, access_list.edits, access_buckets.edits as changed, access_rows.*
    from access_list
    left join access_buckets on access_buckets.bucket = ${bucket}
    left join access_rows on access_rows.bucket = ${bucket}
    order by access_rows.uid`.execute(db)
  const [first] = rows
  if (first === undefined) return null
  const place = { id: first.list, edits: first.edits }
  const listed = rows.flatMap((row) => (row.uid === null ? [] : [listRow(row)]))
  return { place, edits: first.changed ?? 0, rows: listed }
}
