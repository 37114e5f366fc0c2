import { KIND_NUMBERS, type ListRow } from '@vehicle-control/protocol'
import {
  BucketDigest,
  bucketOf,
  deniedDigest,
  listDigest,
} from '@vehicle-control/protocol/access/list-digest'
import { expect } from 'vitest'
import { assetIdOf } from '../../store/assets/assets.ts'
import type { Db } from '../../store/database.ts'
import type { AccessList } from '../access-list.ts'

const byUid = ([a]: ListRow, [b]: ListRow) => (a < b ? -1 : 1)

/** The rows as they are stored, by uid. For tests. */
export async function rowsIn(db: Db): Promise<ListRow[]> {
  const rows = await db.selectFrom('access_rows').selectAll().execute()
  return rows
    .map(({ uid, state, valid_from, valid_to, group_id, kind }): ListRow => [
      uid,
      state,
      valid_from,
      valid_to,
      group_id,
      kind,
    ])
    .toSorted(byUid)
}

/** The rows as they should be, by whole tables and without any SQL that the list uses. For tests. */
export async function recount(db: Db): Promise<ListRow[]> {
  const assets = await db.selectFrom('assets').selectAll().execute()
  const access = await db.selectFrom('asset_access').selectAll().execute()
  const denied = new Set(
    (await db.selectFrom('denied_tags').selectAll().execute()).map((row) => row.uid),
  )
  const rows = assets
    .filter(({ deleted_at }) => deleted_at === null)
    .map((asset): ListRow => {
      const own = access.find(({ asset_id }) => asset_id === assetIdOf(asset))
      const state = denied.has(asset.rfid_tag) || own?.denied === 1 ? 2 : 1
      const dates = [own?.valid_from ?? null, own?.valid_to ?? null] as const
      return [asset.rfid_tag, state, ...dates, own?.group_id ?? 0, KIND_NUMBERS[asset.type]]
    })
  const had = new Set(rows.map(([uid]) => uid))
  const alone = [...denied].filter((uid) => !had.has(uid))
  return [...rows, ...alone.map((uid): ListRow => [uid, 2, null, null, 0, 1])].toSorted(byUid)
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** Digests, denied tags and the rows of each bucket are all of the stored rows. For tests. */
export async function expectSoundList(db: Db, list: AccessList): Promise<void> {
  await list.fold()
  const rows = await rowsIn(db)
  const sums = Array.from({ length: 256 }, () => new BucketDigest())
  for (const row of rows) sums[bucketOf(row[0])]?.add(row)
  const { image } = list
  expect(image?.tags).toBe(rows.length)
  expect(image?.buckets.map(({ digest }) => digest)).toEqual(sums.map(({ bytes }) => hex(bytes)))
  expect(image?.digest).toBe(hex(listDigest(sums.map(({ bytes }) => bytes))))
  const denied = rows.filter(([, state]) => state === 2).map(([uid]) => uid)
  expect(image?.denied).toEqual(denied)
  expect(image?.deniedDigest).toBe(hex(deniedDigest(denied)))
  for (const bucket of new Set(rows.map(([uid]) => bucketOf(uid)))) {
    const read = await list.rowsOf(bucket)
    expect(read?.rows).toEqual(rows.filter(([uid]) => bucketOf(uid) === bucket))
    expect(read?.place).toEqual(image?.place)
  }
}
