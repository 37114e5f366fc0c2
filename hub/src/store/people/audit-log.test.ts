import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TempStore, openTempStore } from '../../testing/temp-store.ts'
import { keyedHash } from './audit-hash.ts'
import { appendAudit } from './audit-log.ts'
import { hubKeyOf } from '../../secrets/hub-key.ts'
import { openSqlite } from '../sqlite/open-sqlite.ts'
import { withLockOfAllHubs } from '../transaction.ts'

let store: TempStore
beforeEach(async () => void (store = await openTempStore()))
afterEach(() => store.close())

const ENTRY = { at: 1000, actor: 'a@b.co', action: 'x', target: 'y', address: '192.0.2.1' }

test('chains each row to the one before', async () => {
  for (const n of [1, 2, 3]) {
    await withLockOfAllHubs(store.db, (trx) => appendAudit(trx, { ...ENTRY, detail: { n } }))
  }
  const rows = await store.db.selectFrom('audit_log').selectAll().orderBy('id').execute()
  let previous = ''
  for (const row of rows) {
    expect(row.hash).toBe(keyedHash(previous, row, store.key))
    expect(row.key).toBe(store.key.id)
    previous = row.hash
  }
  expect(rows).toHaveLength(3)
})

test('gives a changed row another hash, and so does another key', () => {
  const row = { ...ENTRY, detail: '{}' }
  const other = hubKeyOf('another key, as long as a true one must be')
  const hash = keyedHash('', row, store.key)
  expect(keyedHash('', { ...row, target: 'z' }, store.key)).not.toBe(hash)
  expect(keyedHash('', row, other)).not.toBe(hash)
  expect(keyedHash('', row, { ...store.key, id: other.id })).not.toBe(hash)
})

test('writes nothing without a key', async () => {
  const bare = await openSqlite(':memory:')
  await expect(appendAudit(bare.db, ENTRY)).rejects.toThrow('no key is bound')
  await bare.close()
})

test('leaves no row when its transaction failed', async () => {
  const failed = withLockOfAllHubs(store.db, async (trx) => {
    await appendAudit(trx, ENTRY)
    throw new Error('the change failed')
  })
  await expect(failed).rejects.toThrow('the change failed')
  expect(await store.db.selectFrom('audit_log').selectAll().execute()).toEqual([])
})
