import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withLockOfAllHubs } from './transaction.ts'
import { openSqlite } from './sqlite/open-sqlite.ts'
import { isBusy } from './sqlite/transaction.ts'
import { setSuppressWindowMs } from '../testing/set-suppress-window.ts'
import { suppressWindowMs } from './settings/site-settings.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-database-'))
  file = join(folder, 'hub.db')
})
afterEach(() => rm(folder, { recursive: true }))

test('rolls back a first start that failed half-way', async () => {
  const other = new SqliteDatabase(file)
  other.exec('create table reads (x)')
  await expect(openSqlite(file)).rejects.toThrow('already exists')
  other.exec('drop table reads')
  other.close()
  const store = await openSqlite(file)
  expect(await suppressWindowMs(store.db)).toBeGreaterThan(0)
  await store.close()
})

test('opens a new file for several callers at once', async () => {
  const stores = await Promise.all([1, 2, 3].map(() => openSqlite(file)))
  for (const store of stores) await store.close()
})

test('waits for the lock of another process without holding the event loop', async () => {
  const store = await openSqlite(file)
  const other = new SqliteDatabase(file)
  other.exec('begin immediate')
  const written = withLockOfAllHubs(store.db, (trx) => setSuppressWindowMs(trx, 20_000))
  // Reading goes on meanwhile, and so do timers: this one frees the lock.
  await suppressWindowMs(store.db)
  setTimeout(() => other.exec('rollback'))
  await written
  expect(await suppressWindowMs(store.db)).toBe(20_000)
  other.close()
  await store.close()
})

test('runs the next transaction after one that failed', async () => {
  const store = await openSqlite(file)
  const failed = withLockOfAllHubs(store.db, () => Promise.reject(new Error('no')))
  const next = withLockOfAllHubs(store.db, (trx) => setSuppressWindowMs(trx, 20_000))
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe(20_000)
  await store.close()
})

test('recognises a locked database by its code', () => {
  expect(isBusy(new SqliteDatabase.SqliteError('x', 'SQLITE_BUSY_SNAPSHOT'))).toBe(true)
  expect(isBusy(new SqliteDatabase.SqliteError('x', 'SQLITE_FULL'))).toBe(false)
})
