import { bucketOf } from '@vehicle-control/protocol/access/list-digest'
import { pino } from 'pino'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Bus, createLocalBus } from '../bus/bus.ts'
import { NOTHING_SET, saveAccess } from '../store/access/asset-access.ts'
import { ListRoom, LIST_TAGS_MAX } from '../store/access/list-buckets.ts'
import { createAsset, createAssets, deleteAsset, findAsset } from '../store/assets/assets.ts'
import type { Db } from '../store/database.ts'
import { openTempStore, type TempStore } from '../testing/temp-store.ts'
import { AccessList } from './access-list.ts'
import { expectSoundList, rowsIn } from './testing/recount.ts'

const BUCKET_TAGS = 480

let store: TempStore
let list: AccessList
const lines: { msg: string; level: number }[] = []
const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
const listOn = (bus: Bus, lookEveryMs: number) =>
  new AccessList({ db: store.db, readOnly: store.readOnly, bus, log, lookEveryMs })
beforeEach(async () => {
  lines.length = 0
  store = await openTempStore()
  list = listOn(createLocalBus(), 20)
})
afterEach(async () => {
  await list.stop()
  await store.close()
})

const car = (rfid_tag: string) => ({ type: 'vehicle' as const, name: 'x', plate: null, rfid_tag })

/** So many tags of bucket 0. */
function tagsOfOneBucket(count: number): string[] {
  const tags: string[] = []
  for (let i = 0; tags.length < count; i++) if (bucketOf(`TAG-${i}`) === 0) tags.push(`TAG-${i}`)
  return tags
}

async function block(db: Db, assetId: number): Promise<void> {
  const after = { ...NOTHING_SET, denied: 1 as const }
  await saveAccess(db, assetId, { before: NOTHING_SET, after, at: 5, by: 'ana@b.co' })
}

describe('a list without room', () => {
  it('takes no new tag, but denies one, and says so once', async () => {
    const tags = tagsOfOneBucket(BUCKET_TAGS + 2)
    await createAssets(store.db, tags.slice(0, BUCKET_TAGS).map(car), 1)
    await list.prove()
    const [late, last] = [car(tags.at(-2) ?? ''), car(tags.at(-1) ?? '')]
    const untold = await createAsset(store.db, late, 2)
    const denied = await createAsset(store.db, last, 2)
    await list.fold()
    expect(list.image).toMatchObject({ tags: BUCKET_TAGS, isFull: true })
    await block(store.db, denied.id)
    await list.fold()
    expect(list.image).toMatchObject({ tags: BUCKET_TAGS + 1, denied: [last.rfid_tag] })
    // What has no room is no fault.
    expect(await list.prove()).toEqual({ tags: 0, buckets: 0 })
    expect(lines.map(({ level }) => level)).toEqual([50])

    for (const id of [1, 2, 3]) {
      const row = await findAsset(store.db, id)
      if (row) await deleteAsset(store.db, row, 3)
    }
    expect(await list.prove()).toMatchObject({ tags: 1 })
    expect((await rowsIn(store.db)).map(([uid]) => uid)).toContain(untold.rfid_tag)
    await expectSoundList(store.db, list)
    expect(list.image?.isFull).toBe(false)
  })

  it('is one of so many tags, of which a few more may be denied', () => {
    const buckets = Array.from({ length: 256 }, (_, bucket) => {
      const tags = bucket < 250 ? 400 : 0
      return { bucket, digest: '', edits: 0, tags }
    })
    const room = new ListRoom(buckets)
    expect(room.tags).toBe(LIST_TAGS_MAX)
    expect([room.isFull, room.takes(255, 1), room.takes(255, 2)]).toEqual([true, false, true])
    room.add(0, -1)
    expect([room.isFull, room.takes(255, 1), room.takes(255, 2)]).toEqual([false, true, true])
  })
})

it('a list hears of another replica’s edit by the bus, long before it looks', async () => {
  const [busOfA, busOfB] = [createLocalBus(), createLocalBus()]
  vi.spyOn(busOfA, 'publish').mockImplementation(
    (event) => void busOfB.emit(event as 'accessChanged', {}),
  )
  const [a, b] = [listOn(busOfA, 600_000), listOn(busOfB, 600_000)]
  try {
    a.start()
    b.start()
    await vi.waitFor(() => expect([a.image?.tags, b.image?.tags]).toEqual([0, 0]))
    await createAsset(store.db, car('TAG-1'), 1)
    // As the API says it where a tag got an asset.
    busOfA.broadcast('assetTags', [{ uid: 'TAG-1', asset: null }])
    await vi.waitFor(() => expect([a.image?.tags, b.image?.tags]).toEqual([1, 1]))
  } finally {
    await a.stop()
    await b.stop()
  }
})

it('a list is proven once the database answers, and goes on when it answers again', async () => {
  const rename = (from: string, to: string) =>
    sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(store.db)
  await createAsset(store.db, car('TAG-1'), 1)
  await rename('access_rows', 'away')
  list.start()
  await vi.waitFor(() => expect(lines.map(({ level }) => level)).toEqual([40]))
  expect(list.image).toBeNull()
  await rename('away', 'access_rows')
  await vi.waitFor(() => expect(list.image?.tags).toBe(1))
  await vi.waitFor(() => expect(lines.map(({ level }) => level)).toEqual([40, 30]))
  await rename('access_rows', 'away')
  await createAsset(store.db, car('TAG-2'), 1)
  await vi.waitFor(() => expect(lines.map(({ level }) => level)).toEqual([40, 30, 40]))
  expect(list.image?.tags).toBe(1)
  await rename('away', 'access_rows')
  await vi.waitFor(() => expect(list.image?.tags).toBe(2))
})
