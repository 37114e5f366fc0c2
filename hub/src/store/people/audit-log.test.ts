import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TempStore, openTempStore } from '../../testing/temp-store.ts'
import { appendAudit, auditHash } from './audit-log.ts'
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
    expect(row.hash).toBe(auditHash(previous, row))
    previous = row.hash
  }
  expect(rows).toHaveLength(3)
})

test('gives a changed row another hash', () => {
  const row = { ...ENTRY, detail: '{}' }
  expect(auditHash('', { ...row, target: 'z' })).not.toBe(auditHash('', row))
})

test('leaves no row when its transaction failed', async () => {
  const failed = withLockOfAllHubs(store.db, async (trx) => {
    await appendAudit(trx, ENTRY)
    throw new Error('the change failed')
  })
  await expect(failed).rejects.toThrow('the change failed')
  expect(await store.db.selectFrom('audit_log').selectAll().execute()).toEqual([])
})
