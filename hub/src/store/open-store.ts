import { type Config, databaseFile } from '../config/config.ts'
import { type HubKey, type HubKeyConfig, openHubKey } from '../secrets/hub-key.ts'
import type { Db } from './database.ts'
import { bindAuditKey } from './people/audit-key.ts'
import { openPostgres } from './postgres/open-postgres.ts'
import { openReadOnly } from './sqlite/read-only.ts'
import { openSqlite, openSqliteReader } from './sqlite/open-sqlite.ts'

const SEARCHES_AT_ONCE = 2

/**
 * The connections to the database, by use. `readOnly` and `searches` both refuse to write and leave
 * the event loop free; they are two, so that a search of seconds never delays a short list.
 */
export interface Store {
  db: Db
  /** For ingest; on SQLite, which has one writing connection, the same as `db`. */
  ingest: Db
  /**
   * For relay commands, through `inUrgentTransaction`: never waits for a connection in other use.
   */
  urgent: Db
  /** For reading single rows of relay commands by their keys: never waits for a writer. */
  urgentReads: Db
  /** Read-only connections for short lists. */
  readOnly: Db
  /** Read-only connections for searches of reads and for exports. */
  searches: Db
  /** The hub's own key, for the audit log's hashes and for sealed values of the database. */
  key: HubKey
  close(): Promise<void>
}

/**
 * Opens the database that the settings name and migrates it. `onLost` is called for connections to
 * Postgres that broke; the next query makes new ones.
 *
 * @throws ConfigError for a key that cannot be read, or a database that this hub cannot work on.
 */
export async function openStore(
  config: Pick<Config, 'databaseUrl'> & HubKeyConfig,
  onLost?: (error: Error) => void,
): Promise<Store> {
  const key = openHubKey(config)
  if (config.databaseUrl !== null) {
    const postgres = await openPostgres(config.databaseUrl, onLost)
    for (const db of [postgres.db, postgres.ingest, postgres.urgent]) bindAuditKey(db, key)
    return { ...postgres, urgentReads: postgres.urgent, searches: postgres.readOnly, key }
  }
  const file = databaseFile(config)
  const sqlite = await openSqlite(file)
  bindAuditKey(sqlite.db, key)
  const urgentReads = openSqliteReader(file)
  const readOnly = openReadOnly(file, 1)
  const searches = openReadOnly(file, SEARCHES_AT_ONCE)
  return {
    db: sqlite.db,
    ingest: sqlite.db,
    urgent: sqlite.db,
    urgentReads: urgentReads.db,
    readOnly: readOnly.db,
    searches: searches.db,
    key,
    async close() {
      await urgentReads.close()
      await readOnly.close()
      await searches.close()
      await sqlite.close()
    },
  }
}
