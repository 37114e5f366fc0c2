import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '@vehicle-control/protocol'
import SqliteDatabase from 'better-sqlite3'
import type { Config } from '../../config/config.ts'
import { isBusy } from './transaction.ts'

/**
 * Locks a data folder for one hub until `release`, or until the process ends. Only a hub that
 * serves locks it, not the command line. With Postgres hubs may share the folder, and nothing is
 * locked.
 *
 * @throws ConfigError when another hub has the lock
 */
export function lockFolder({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): {
  release: () => void
} {
  if (databaseUrl !== null) return { release() {} }
  mkdirSync(dataDir, { recursive: true })
  // Through SQLite, since Node has no call for a file lock of the operating system.
  const lock = new SqliteDatabase(join(dataDir, 'hub.lock'), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if (!isBusy(error)) throw error
    throw new ConfigError(
      `HUB_DATA_DIR=${JSON.stringify(dataDir)} está en uso por otro hub; detenga ese, o dé a este una carpeta propia`,
      { cause: error },
    )
  }
  return { release: () => void lock.close() }
}
