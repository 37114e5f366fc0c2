import { type Config, databaseFile } from '../config/config.ts'
import type { Db } from './database.ts'
import { openPostgres } from './postgres/open-postgres.ts'
import { openReadOnly } from './sqlite/read-only.ts'
import { openSqlite } from './sqlite/open-sqlite.ts'

const LOG_SEARCHES_AT_ONCE = 2

/** The database as the hub's parts take it. */
export interface Store {
  db: Db
  /** For ingest: the same on SQLite, which has one writing connection. */
  ingest: Db
  /** For short lists: cannot write, and does not hold the event loop. */
  reads: Db
  /** For searches and exports, which must not keep the short lists waiting. */
  logs: Db
  close(): Promise<void>
}

/**
 * Opens the database that the settings name and brings its schema up to date. `onLost` hears of
 * connections to Postgres that broke; the next query makes new ones.
 */
export async function openStore(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  onLost?: (error: Error) => void,
): Promise<Store> {
  if (config.databaseUrl !== null) {
    const postgres = await openPostgres(config.databaseUrl, onLost)
    return { ...postgres, logs: postgres.reads }
  }
  const file = databaseFile(config)
  const sqlite = await openSqlite(file)
  const reads = openReadOnly(file, 1)
  const logs = openReadOnly(file, LOG_SEARCHES_AT_ONCE)
  return {
    db: sqlite.db,
    ingest: sqlite.db,
    reads: reads.db,
    logs: logs.db,
    async close() {
      await reads.close()
      await logs.close()
      await sqlite.close()
    },
  }
}
