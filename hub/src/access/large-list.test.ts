import { setImmediate as nextTurn } from 'node:timers/promises'
import { runs } from '@vehicle-control/protocol/testing/runs'
import { expect, it } from 'vitest'
import { createLocalBus } from '../bus/bus.ts'
import { createAssets, fieldsOf, findAsset, updateAsset } from '../store/assets/assets.ts'
import { openStore } from '../store/open-store.ts'
import { withLockOfAllHubs } from '../store/transaction.ts'
import { openTempStore } from '../testing/temp-store.ts'
import { silent } from '../testing/test-hub.ts'
import { AccessList } from './access-list.ts'
import { expectSoundList, recount, rowsIn } from './testing/recount.ts'

/** LONG=25 has 50,000. */
const TAGS = runs(2000)
const AT_ONCE = 500

it('a list that is edited while it is loaded, by two replicas, ends right', async () => {
  const store = await openTempStore()
  const other = await openStore(store.config)
  const listOn = ({ db, readOnly }: Pick<typeof other, 'db' | 'readOnly'>) =>
    new AccessList({ db, readOnly, bus: createLocalBus(), log: silent })
  const [a, b] = [listOn(store), listOn(other)]
  try {
    for (let i = 0; i < TAGS; i += AT_ONCE) {
      const cars = Array.from({ length: AT_ONCE }, (_, n) => {
        return { type: 'vehicle' as const, name: 'Duster', plate: null, rfid_tag: `TAG-${i + n}` }
      })
      await withLockOfAllHubs(store.db, (trx) => createAssets(trx, cars, 1))
    }
    let isProving = true
    const proofs = Promise.all([a.prove(), b.prove()]).finally(() => (isProving = false))
    // As fast as they go, until the proofs are through.
    let edits = 0
    for (let id = 1; isProving && id <= TAGS; id += 7, edits++) {
      await withLockOfAllHubs(other.db, async (trx) => {
        const before = await findAsset(trx, id)
        if (!before) throw new Error(`no asset ${id}`)
        const fields = { ...fieldsOf(before), rfid_tag: `NEW-${id}` }
        await updateAsset(trx, { before, fields, isCorrection: false, now: 2 + id })
      })
      await nextTurn()
    }
    await proofs
    expect(edits).toBeGreaterThan(0)
    await Promise.all([a.fold(), b.fold()])
    expect(await rowsIn(store.db)).toEqual(await recount(store.db))
    expect(a.image).toEqual(b.image)
    expect(await a.prove()).toEqual({ tags: 0, buckets: 0 })
    await expectSoundList(store.db, a)
  } finally {
    await a.stop()
    await b.stop()
    await other.close()
    await store.close()
  }
})
