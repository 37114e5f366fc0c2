import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { noteBackup } from '../store/backup/note-backup.ts'
import { openTempStore, type TempStore } from '../testing/temp-store.ts'
import { createStorageMetrics } from './storage-metrics.ts'

let store: TempStore
beforeEach(async () => void (store = await openTempStore()))
afterEach(() => store.close())

/** The values at a first scrape, by name. */
async function scrape(dataDir = store.config.dataDir): Promise<Map<string, number>> {
  const registry = new Registry()
  createStorageMetrics({ config: { dataDir }, readOnly: store.readOnly, registry })
  const found = (await registry.metrics()).matchAll(/^(\w+) (\S+)$/gm)
  return new Map([...found].map(([, name = '', value]) => [name, Number(value)]))
}

it('tells the sizes of database and disk', async () => {
  const values = await scrape()
  expect(values.get('vc_database_bytes')).toBeGreaterThan(100_000)
  expect(values.has('vc_database_wal_bytes')).toBe(store.config.databaseUrl === null)
  expect(values.get('vc_disk_free_bytes')).toBeGreaterThan(0)
  expect(values.get('vc_disk_bytes')).toBeGreaterThan(values.get('vc_disk_free_bytes') ?? 0)
})

it('knows the newest backup, which another process has made', async () => {
  expect((await scrape()).get('vc_backup_timestamp_seconds')).toBe(0)
  const { databaseUrl } = store.config
  for (const at of [1000, 2000])
    await noteBackup({ databaseUrl, file: store.file }, { at, bytes: 7 })
  const values = await scrape()
  expect(values.get('vc_backup_timestamp_seconds')).toBe(2)
  expect(values.get('vc_backup_bytes')).toBe(7)
})

it('shows nothing of a disk that cannot be asked', async () => {
  expect([...(await scrape('/nowhere')).keys()]).toEqual([])
})
