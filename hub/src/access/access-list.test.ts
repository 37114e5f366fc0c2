import { bucketOf } from '@vehicle-control/protocol/access/list-digest'
import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLocalBus } from '../bus/bus.ts'
import { NOTHING_SET, saveAccess } from '../store/access/asset-access.ts'
import { liftTag } from '../store/access/denied-tags.ts'
import { touchTags } from '../store/access/touched-tags.ts'
import {
  createAsset,
  deleteAsset,
  fieldsOf,
  findAsset,
  updateAsset,
} from '../store/assets/assets.ts'
import type { Db } from '../store/database.ts'
import { openStore, type Store } from '../store/open-store.ts'
import { withLockOfAllHubs } from '../store/transaction.ts'
import { openTempStore, type TempStore } from '../testing/temp-store.ts'
import { silent } from '../testing/test-hub.ts'
import { AccessList } from './access-list.ts'
import { expectSoundList, recount, rowsIn } from './testing/recount.ts'
import { anySteps, SiteModel } from './testing/site-model.ts'

let store: TempStore
beforeEach(async () => {
  store = await openTempStore()
})
afterEach(() => store.close())

const lists: AccessList[] = []
afterEach(async () => {
  for (const list of lists.splice(0)) await list.stop()
})

function listOn({ db, readOnly }: Pick<Store, 'db' | 'readOnly'>, log = silent): AccessList {
  const list = new AccessList({ db, readOnly, bus: createLocalBus(), log })
  lists.push(list)
  return list
}

const car = (rfid_tag: string) => ({
  type: 'vehicle' as const,
  name: 'Duster',
  plate: null,
  rfid_tag,
})
const set = (change: object) => ({ ...NOTHING_SET, ...change })
const by = { at: 5, by: 'ana@b.co' }

async function block(db: Db, assetId: number, denied: 0 | 1): Promise<void> {
  const [before, after] = [set({ denied: 1 - denied }), set({ denied })]
  await withLockOfAllHubs(db, (trx) => saveAccess(trx, assetId, { before, after, ...by }))
}

async function retag(db: Db, assetId: number, rfid_tag: string): Promise<void> {
  const before = await findAsset(db, assetId)
  if (!before) throw new Error('no asset')
  const edit = {
    before,
    fields: { ...fieldsOf(before), rfid_tag },
    isCorrection: false,
    now: Date.now(),
  }
  await updateAsset(db, edit)
}

const stateOf = async (uid: string) =>
  (await rowsIn(store.db)).find(([found]) => found === uid)?.[1] ?? null

describe('whatever two replicas and an older one do to assets', () => {
  it(
    'the rows are a plain recount, and the digests are those of the rows',
    { timeout: 600_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(anySteps, async (steps) => {
          const own = await openTempStore()
          const other = await openStore(own.config)
          const [a, b] = [listOn(own), listOn(other)]
          try {
            const model = new SiteModel([own.db, other.db])
            const folds: Promise<void>[] = []
            for (const step of steps) {
              await model.take(step)
              if (step.fold > 0) folds.push(a.fold())
              if (step.fold > 1) folds.push(b.fold())
            }
            await Promise.all([...folds, a.fold(), b.fold()])
            expect(await rowsIn(own.db)).toEqual(model.rows())
            expect(await recount(own.db)).toEqual(model.rows())
            // Nothing is left for a proof to find.
            expect(await a.prove()).toEqual({ tags: 0, buckets: 0 })
            expect(await b.prove()).toEqual({ tags: 0, buckets: 0 })
            expect(a.image).toEqual(b.image)
            await expectSoundList(own.db, a)
          } finally {
            await a.stop()
            await b.stop()
            await other.close()
            await own.close()
          }
        }),
        { numRuns: runs(12) },
      )
    },
  )
})

describe('a block', () => {
  it('follows the asset: a replaced tag stays denied, the next one becomes so, deletion keeps both', async () => {
    const list = listOn(store)
    const { id } = await createAsset(store.db, car('TAG-1'), 1)
    await block(store.db, id, 1)
    await retag(store.db, id, 'TAG-2')
    await retag(store.db, id, 'TAG-3')
    await list.fold()
    expect(await rowsIn(store.db)).toEqual([
      ['TAG-1', 2, null, null, 0, 1],
      ['TAG-2', 2, null, null, 0, 1],
      ['TAG-3', 2, null, null, 0, 1],
    ])
    const row = await findAsset(store.db, id)
    if (row) await deleteAsset(store.db, row, 9)
    // Registered to another vehicle, as by an import.
    await createAsset(store.db, car('TAG-2'), 10)
    await list.prove()
    expect(list.image?.denied).toEqual(['TAG-1', 'TAG-2', 'TAG-3'])
  })

  it('that ends lifts all of its tags, but none that another blocked one had', async () => {
    const list = listOn(store)
    const [one, two] = [
      await createAsset(store.db, car('TAG-1'), 1),
      await createAsset(store.db, car('TAG-9'), 1),
    ]
    await retag(store.db, one.id, 'TAG-2')
    await retag(store.db, two.id, 'TAG-1')
    await block(store.db, one.id, 1)
    await block(store.db, two.id, 1)
    await block(store.db, one.id, 0)
    await list.fold()
    expect([await stateOf('TAG-1'), await stateOf('TAG-2'), await stateOf('TAG-9')]).toEqual([
      2, 1, 2,
    ])
  })

  it('of an older time is lifted for one tag alone', async () => {
    const list = listOn(store)
    const { id } = await createAsset(store.db, car('TAG-1'), 1)
    await block(store.db, id, 1)
    await retag(store.db, id, 'TAG-2')
    await liftTag(store.db, 'TAG-1')
    await touchTags(store.db, ['TAG-1'])
    await list.fold()
    expect(await stateOf('TAG-1')).toBeNull()
    expect(await stateOf('TAG-2')).toBe(2)
  })
})

describe('a proof', () => {
  const lines: { msg: string; level: number; tags?: number; buckets?: number }[] = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
  beforeEach(async () => {
    lines.length = 0
    for (const n of [1, 2, 3, 4]) await createAsset(store.db, car(`TAG-${n}`), 1)
  })

  it('makes a list without a word, and finds nothing in one that is right', async () => {
    const list = listOn(store, log)
    expect(list.image).toBeNull()
    await list.prove()
    expect(list.image?.tags).toBe(4)
    expect(await list.prove()).toEqual({ tags: 0, buckets: 0 })
    expect(lines).toEqual([])
  })

  it.each<[string, (db: Db) => Promise<unknown>]>([
    [
      'was changed',
      (db) => db.updateTable('access_rows').set({ state: 2 }).where('uid', '=', 'TAG-2').execute(),
    ],
    ['was taken out', (db) => db.deleteFrom('access_rows').where('uid', '=', 'TAG-2').execute()],
    [
      'was put in',
      (db) =>
        db
          .insertInto('access_rows')
          .values({
            uid: 'TAG-X',
            bucket: bucketOf('TAG-X'),
            state: 1,
            valid_from: null,
            valid_to: null,
            group_id: 0,
            kind: 1,
          })
          .execute(),
    ],
    [
      'was put into another bucket',
      (db) =>
        db
          .updateTable('access_rows')
          .set({ bucket: (bucketOf('TAG-2') + 1) % 256 })
          .where('uid', '=', 'TAG-2')
          .execute(),
    ],
  ])('mends a row that %s by hand, and says so', async (_, change) => {
    const list = listOn(store, log)
    await list.prove()
    await change(store.db)
    expect(await list.prove()).toMatchObject({ tags: 1 })
    expect(lines).toEqual([expect.objectContaining({ level: 50, tags: 1 })])
    expect(await rowsIn(store.db)).toEqual(await recount(store.db))
    await expectSoundList(store.db, list)
    expect(await list.prove()).toEqual({ tags: 0, buckets: 0 })
  })

  it('mends a digest that is not that of its rows', async () => {
    const list = listOn(store, log)
    await list.prove()
    const bucket = bucketOf('TAG-3')
    await store.db
      .updateTable('access_buckets')
      .set({ digest: 'f'.repeat(64) })
      .where('bucket', '=', bucket)
      .execute()
    expect(await list.prove()).toEqual({ tags: 0, buckets: 1 })
    await expectSoundList(store.db, list)
  })

  it('is asked for what a database was changed without triggers', async () => {
    const list = listOn(store, log)
    await list.prove()
    await retag(store.db, 1, 'TAG-11')
    await store.db.deleteFrom('access_touched').execute()
    expect(await list.prove()).toMatchObject({ tags: 2 })
    expect(await rowsIn(store.db)).toEqual(await recount(store.db))
  })
})

describe('a running list', () => {
  it('hears of what another replica, and an older one, has changed', async () => {
    const other = await openStore(store.config)
    const [a, b] = [
      new AccessList({ ...store, bus: createLocalBus(), log: silent, lookEveryMs: 20 }),
      new AccessList({ ...other, bus: createLocalBus(), log: silent, lookEveryMs: 20 }),
    ]
    lists.push(a, b)
    a.start()
    b.start()
    await vi.waitFor(() => expect([a.image?.tags, b.image?.tags]).toEqual([0, 0]))
    const told: number[] = []
    b.onChange(() => void told.push(b.image?.tags ?? -1))
    const { id } = await createAsset(store.db, car('TAG-1'), 1)
    await vi.waitFor(() => expect([a.image?.tags, b.image?.tags]).toEqual([1, 1]))
    expect(told).toEqual([1])
    await block(other.db, id, 1)
    await vi.waitFor(() => expect(a.image?.denied).toEqual(['TAG-1']))
    await vi.waitFor(() => expect(b.image).toEqual(a.image))
    await b.stop()
    await other.close()
  })

  it('gives rows with the moment that they are of, and keeps what was read', async () => {
    const list = listOn(store)
    await createAsset(store.db, car('TAG-1'), 1)
    await list.prove()
    const bucket = bucketOf('TAG-1')
    const first = await list.rowsOf(bucket)
    expect(first).toMatchObject({
      place: list.image?.place,
      rows: [['TAG-1', 1, null, null, 0, 1]],
    })
    await createAsset(store.db, car('TAG-2'), 1)
    await list.fold()
    const again = await list.rowsOf(bucket)
    expect(again?.rows).toBe(first?.rows)
    expect(again?.place).toEqual(list.image?.place)
    await block(store.db, 1, 1)
    await list.fold()
    expect((await list.rowsOf(bucket))?.rows).toEqual([['TAG-1', 2, null, null, 0, 1]])
  })

  it('becomes another one with the same content', async () => {
    const list = listOn(store)
    await createAsset(store.db, car('TAG-1'), 1)
    await list.prove()
    const before = list.image
    const place = await list.renew()
    expect(place.id).not.toBe(before?.place.id)
    expect(list.image).toMatchObject({ place, digest: before?.digest, tags: 1 })
    expect((await list.rowsOf(bucketOf('TAG-1')))?.place).toEqual(place)
  })
})
