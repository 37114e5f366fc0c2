import { BucketDigest, bucketOf } from '@vehicle-control/protocol/access/list-digest'
import { sql } from 'kysely'
import { isOneOf } from '../bulk.ts'
import type { Db } from '../database.ts'
import type { AccessRow } from '../schema/access.ts'
import { inTransaction } from '../transaction.ts'
import { ListRoom, loadBuckets, saveBuckets } from './list-buckets.ts'
import { lockList, saveEdits } from './list-place.ts'
import { touchedAmong, touchTags } from './touched-tags.ts'
import { isSameRow, listRow, wantedRows } from './wanted-rows.ts'

/** Tags that are looked at in one go: they hold the event loop. */
const SLICE_TAGS = 200

/** Tags of the assets, or denied ones, that have no row, after the tag `after`, in order. */
export async function tagsWithoutRow(
  db: Db,
  from: 'assets' | 'denied_tags',
  after: string,
): Promise<string[]> {
  const [tag, where] =
    from === 'assets'
      ? [sql.ref('assets.rfid_tag'), sql`and assets.deleted_at is null`]
      : [sql.ref('denied_tags.uid'), sql``]
  const { rows } = await sql<{ uid: string }>`select ${tag} as uid from ${sql.table(from)}
    where ${tag} > ${after} ${where}
      and not exists (select 1 from access_rows where access_rows.uid = ${tag})
    order by ${tag} limit ${SLICE_TAGS}`.execute(db)
  return rows.map(({ uid }) => uid)
}

/** What a look at one bucket found. */
export interface BucketProof {
  /** Tags whose row is not what the assets say. */
  unequal: string[]
  /** Digest and number are those of the rows. */
  isDigestRight: boolean
}

/** Compares the rows of a bucket with the assets, and its digest with the rows. It changes nothing. */
export async function proveBucket(db: Db, bucket: number): Promise<BucketProof> {
  const { rows: found } = await sql<
    { digest: string | null; tags: number | null } & (AccessRow | { uid: null })
  >`
    select access_buckets.digest, access_buckets.tags, access_rows.*
    from (select 1 as one) as always
    left join access_buckets on access_buckets.bucket = ${bucket}
    left join access_rows on access_rows.bucket = ${bucket}`.execute(db)
  const rows = found.filter((row): row is (typeof found)[number] & AccessRow => row.uid !== null)
  const sum = new BucketDigest()
  const unequal: string[] = []
  for (let i = 0; i < rows.length; i += SLICE_TAGS) {
    const slice = rows.slice(i, i + SLICE_TAGS)
    const wanted = await wantedRows(
      db,
      slice.map(({ uid }) => uid),
    )
    for (const row of slice) {
      sum.add(listRow(row))
      const isRight =
        bucketOf(row.uid) === bucket && isSameRow(listRow(row), wanted.rows.get(row.uid))
      if (!isRight) unequal.push(row.uid)
    }
  }
  const [first] = found
  const isDigestRight =
    (first?.tags ?? 0) === rows.length && (first?.digest ?? NO_ROWS) === hex(sum.bytes)
  return { unequal, isDigestRight }
}

const NO_ROWS = '0'.repeat(64)
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/**
 * Looks again at tags that a proof found, with the list locked, and notes those whose row is wrong
 * although nobody has noted it; returns how many. A tag that the list has no room for is none.
 */
export async function touchUnequal(db: Db, uids: readonly string[]): Promise<number> {
  let count = 0
  for (let i = 0; i < uids.length; i += SLICE_TAGS)
    count += await touchSlice(db, uids.slice(i, i + SLICE_TAGS))
  return count
}

async function touchSlice(db: Db, uids: readonly string[]): Promise<number> {
  return await inTransaction(db, async (trx) => {
    await lockList(trx)
    // In this order: a change that comes in between is noted by then.
    const { rows } = await wantedRows(trx, uids)
    const stored = await trx
      .selectFrom('access_rows')
      .selectAll()
      .where(isOneOf(trx, sql.ref('uid'), uids))
      .execute()
    const noted = await touchedAmong(trx, uids)
    const held = new Map(stored.map((row) => [row.uid, row]))
    const room = new ListRoom(await loadBuckets(trx))
    const wrong = uids.filter((uid) => {
      const [row, wanted] = [held.get(uid), rows.get(uid)]
      const bucket = bucketOf(uid)
      if (noted.has(uid)) return false
      if (row === undefined) return wanted !== undefined && room.takes(bucket, wanted[1])
      return row.bucket !== bucket || !isSameRow(listRow(row), wanted)
    })
    await touchTags(trx, wrong)
    return wrong.length
  })
}

/** Computes a bucket's digest from its rows, with the list locked; false where it was right. */
export async function mendBucket(db: Db, bucket: number): Promise<boolean> {
  return await inTransaction(db, async (trx) => {
    const { edits } = await lockList(trx)
    const rows = await trx
      .selectFrom('access_rows')
      .selectAll()
      .where('bucket', '=', bucket)
      .execute()
    const sum = new BucketDigest()
    for (const row of rows) sum.add(listRow(row))
    const now = (await loadBuckets(trx))[bucket]
    const digest = hex(sum.bytes)
    if (now?.digest === digest && now.tags === rows.length) return false
    await saveBuckets(trx, [{ bucket, digest, edits: edits + 1, tags: rows.length }])
    await saveEdits(trx, edits + 1)
    return true
  })
}
