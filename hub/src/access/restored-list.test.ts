import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createLocalBus } from '../bus/bus.ts'
import { NOTHING_SET, saveAccess } from '../store/access/asset-access.ts'
import { createAsset } from '../store/assets/assets.ts'
import { copySqlite } from '../store/backup/copy-sqlite.ts'
import { restoreSqlite } from '../store/backup/restore-sqlite.ts'
import { makeWholeFile } from '../store/backup/whole-file.ts'
import type { Db } from '../store/database.ts'
import { openSqlite } from '../store/sqlite/open-sqlite.ts'
import { openTempSqlite } from '../testing/temp-sqlite.ts'
import { silent } from '../testing/test-hub.ts'
import { AccessList } from './access-list.ts'
import { expectSoundList, recount, rowsIn } from './testing/recount.ts'

const listOn = (db: Db) => new AccessList({ db, readOnly: db, bus: createLocalBus(), log: silent })

it('a restored list is another one, and right, whatever was to be folded in the backup', async () => {
  const store = await openTempSqlite()
  const folder = await mkdtemp(join(tmpdir(), 'restored-list-'))
  try {
    const car = { type: 'vehicle' as const, name: 'Duster', plate: null }
    const { id } = await createAsset(store.db, { ...car, rfid_tag: 'TAG-1' }, 1)
    await createAsset(store.db, { ...car, rfid_tag: 'TAG-2' }, 1)
    const list = listOn(store.db)
    await list.prove()
    const before = list.image?.place
    await list.stop()
    const after = { ...NOTHING_SET, denied: 1 as const }
    await saveAccess(store.db, id, { before: NOTHING_SET, after, at: 5, by: 'ana@b.co' })
    const backup = join(folder, 'hub.backup')
    await makeWholeFile(backup, (partial) => copySqlite(store.file, partial))
    const file = join(folder, 'restored.db')
    const { leftOut } = await restoreSqlite(backup, file, { now: 9, key: store.key })
    expect(leftOut).toEqual([])

    const restored = await openSqlite(file)
    const again = listOn(restored.db)
    expect(await again.prove()).toEqual({ tags: 0, buckets: 0 })
    expect(again.image?.place.id).not.toBe(before?.id)
    expect(again.image?.denied).toEqual(['TAG-1'])
    expect(await rowsIn(restored.db)).toEqual(await recount(restored.db))
    await expectSoundList(restored.db, again)
    await again.stop()
    await restored.close()
  } finally {
    await store.close()
    await rm(folder, { recursive: true })
  }
})
