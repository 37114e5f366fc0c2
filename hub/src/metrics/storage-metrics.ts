import { statfs } from 'node:fs/promises'
import type { Registry } from 'prom-client'
import { type Config, databaseFile } from '../config/config.ts'
import { type DatabaseSize, databaseSize } from '../store/database-size.ts'
import type { Db } from '../store/database.ts'
import { type BackupNote, lastBackup } from '../store/settings/settings.ts'
import { gaugesOf } from './gauges-of.ts'
import { cached } from './cached.ts'

/** Long, as Postgres looks at every file of the database for its size. */
const HELD_MS = 60_000
const WITHIN_MS = 5000

export interface StorageMetricsOptions {
  config: Pick<Config, 'dataDir'>
  /** A read-only connection. */
  readOnly: Db
  registry: Registry
}

interface Storage {
  database: DatabaseSize
  disk: { freeBytes: number; bytes: number }
  backup: BackupNote | null
}

/** The metrics of what the hub stores: its database, its disk, and the newest backup. */
export function createStorageMetrics({ config, readOnly, registry }: StorageMetricsOptions): void {
  async function take(): Promise<Storage> {
    const { bavail, blocks, bsize } = await statfs(config.dataDir)
    return {
      database: await databaseSize(readOnly, databaseFile(config)),
      disk: { freeBytes: bavail * bsize, bytes: blocks * bsize },
      backup: await lastBackup(readOnly),
    }
  }
  const add = gaugesOf(registry, cached(take, { ttlMs: HELD_MS, timeoutMs: WITHIN_MS }))

  add('vc_database_bytes', 'Size of the database, with the log of SQLite', [], ({ database }) => [
    [database.bytes],
  ])
  add(
    'vc_database_wal_bytes',
    'Log of SQLite that is not moved into its file yet',
    [],
    ({ database: { walBytes } }) => (walBytes === null ? [] : [[walBytes]]),
  )
  add('vc_disk_free_bytes', 'What the disk of HUB_DATA_DIR has left', [], ({ disk }) => [
    [disk.freeBytes],
  ])
  add('vc_disk_bytes', 'Size of the disk of HUB_DATA_DIR', [], ({ disk }) => [[disk.bytes]])
  add(
    'vc_backup_timestamp_seconds',
    'The moment that the newest backup of this database holds, since 1970; 0 before the first',
    [],
    ({ backup }) => [[(backup?.at ?? 0) / 1000]],
  )
  add('vc_backup_bytes', 'Size of the newest backup', [], ({ backup }) =>
    backup === null ? [] : [[backup.bytes]],
  )
}
