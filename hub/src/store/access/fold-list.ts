import { BucketDigest, bucketOf } from '@vehicle-control/protocol/access/list-digest'
import type { ListRow } from '@vehicle-control/protocol'
import { sql } from 'kysely'
import { type Cell, isOneOf, rowsOf } from '../bulk.ts'
import type { Db } from '../database.ts'
import type { AccessBucketRow } from '../schema/access.ts'
import { inTransaction } from '../transaction.ts'
import { denyTags } from './denied-tags.ts'
import { ListRoom, loadBuckets, saveBuckets } from './list-buckets.ts'
import { lockList, saveEdits } from './list-place.ts'
import { dropTouched, touchedTags } from './touched-tags.ts'
import { isSameRow, listRow, wantedRows } from './wanted-rows.ts'

/** Tags of one step: it holds the event loop on SQLite. */
const STEP_TAGS = 100

/** What one step did. */
export interface FoldStep {
  /** There may be more to fold. */
  isMore: boolean
  /** Rows that are others now. */
  changed: number
}

/**
 * Brings the rows of tags that were noted as touched up to date, some at a time, in one transaction.
 * Replicas take turns by the list's own row. It waits for no transaction that waits for it.
 */
export async function foldStep(db: Db, now: number): Promise<FoldStep> {
  return await inTransaction(db, async (trx) => {
    const place = await lockList(trx)
    const touched = await touchedTags(trx, STEP_TAGS)
    if (touched.length === 0) return { isMore: false, changed: 0 }
    const uids = [...new Set(touched.map(({ uid }) => uid))]
    const { rows, undenied } = await wantedRows(trx, uids)
    for (const { uid, assetId } of undenied)
      await denyTags(trx, [uid], { assetId, at: now, by: 'hub' })
    const changed = await putRows(trx, place.edits, { uids, rows })
    await dropTouched(
      trx,
      touched.map(({ id }) => id),
    )
    return { isMore: touched.length === STEP_TAGS, changed }
  })
}

/** Stores the rows of `uids` as they are wanted, with their digests; returns how many changed. */
async function putRows(
  trx: Db,
  before: number,
  { uids, rows }: { uids: readonly string[]; rows: ReadonlyMap<string, ListRow> },
): Promise<number> {
  const stored = await trx
    .selectFrom('access_rows')
    .selectAll()
    .where(isOneOf(trx, sql.ref('uid'), uids))
    .execute()
  const held = new Map(stored.map((row) => [row.uid, row]))
  const buckets = await loadBuckets(trx)
  const change = new ListChange(buckets, before)
  const put: Cell[][] = []
  const gone: string[] = []
  for (const uid of uids) {
    const row = held.get(uid)
    const [old, wanted] = [row && listRow(row), rows.get(uid)]
    const bucket = bucketOf(uid)
    if (isSameRow(old, wanted) && (row === undefined || row.bucket === bucket)) continue
    if (!change.replace(bucket, old, wanted)) continue
    if (wanted === undefined) gone.push(uid)
    else put.push([bucket, ...wanted])
  }
  await saveRows(trx, put)
  if (gone.length > 0)
    await trx
      .deleteFrom('access_rows')
      .where(isOneOf(trx, sql.ref('uid'), gone))
      .execute()
  await saveBuckets(trx, change.changedBuckets())
  if (change.edits !== before) await saveEdits(trx, change.edits)
  return change.edits - before
}

/** An edit of a list: what becomes of its counter and of its buckets. */
class ListChange {
  edits: number
  readonly #buckets: readonly AccessBucketRow[]
  readonly #room: ListRoom
  readonly #digests = new Map<number, { digest: BucketDigest; edits: number }>()

  constructor(buckets: readonly AccessBucketRow[], edits: number) {
    this.#buckets = buckets
    this.#room = new ListRoom(buckets)
    this.edits = edits
  }

  /** Counts a row for another one, undefined for none; false: the list has no room for it. */
  replace(bucket: number, old: ListRow | undefined, wanted: ListRow | undefined): boolean {
    if (old === undefined && wanted !== undefined && !this.#room.takes(bucket, wanted[1]))
      return false
    if (old === undefined) this.#room.add(bucket, 1)
    if (wanted === undefined) this.#room.add(bucket, -1)
    const digest = this.#digests.get(bucket)?.digest ?? this.#digestOf(bucket)
    if (old !== undefined) digest.remove(old)
    if (wanted !== undefined) digest.add(wanted)
    this.#digests.set(bucket, { digest, edits: ++this.edits })
    return true
  }

  changedBuckets(): AccessBucketRow[] {
    return Array.from(this.#digests, ([bucket, { digest, edits }]) => ({
      bucket,
      digest: Buffer.from(digest.bytes).toString('hex'),
      edits,
      tags: this.#room.tagsOf(bucket),
    }))
  }

  #digestOf(bucket: number): BucketDigest {
    return new BucketDigest(Buffer.from(this.#buckets[bucket]?.digest ?? '', 'hex'))
  }
}

const COLUMNS = ['bucket', 'uid', 'state', 'valid_from', 'valid_to', 'group_id', 'kind'] as const

async function saveRows(trx: Db, rows: readonly (readonly Cell[])[]): Promise<void> {
  if (rows.length === 0) return
  const names = sql.join(COLUMNS.map((column) => sql.ref(column)))
  const set = sql.join(
    COLUMNS.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`),
  )
  await sql`insert into access_rows (${names}) ${rowsOf(trx, COLUMNS, rows)}
    on conflict (uid) do update set ${set}`.execute(trx)
}
