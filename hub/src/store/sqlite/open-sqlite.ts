import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import type { OpenStore } from '../database.ts'
import { migrations } from '../migrations/index.ts'
import { migrate } from '../migrations/migrate.ts'
import type { Database } from '../schema/tables.ts'
import { sqliteTransaction, whenUnlocked } from './transaction.ts'

/** The first SQLite without the WAL-reset corruption bug of 3.7.0 to 3.51.2. */
const OLDEST_SQLITE = [3, 51, 3] as const

/** How long SQLite itself waits for a lock; meanwhile the event loop is held. */
const BUSY_TIMEOUT_MS = 50

/** Opens a SQLite file for writing and applies the migrations of `known`. */
export async function openSqlite(file: string, known = migrations('sqlite')): Promise<OpenStore> {
  mkdirSync(dirname(file), { recursive: true })
  const sqlite = new SqliteDatabase(file)
  sqlite.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
  // The first start switches the file to WAL, and other processes may be doing so as well.
  await whenUnlocked(() => sqlite.pragma('journal_mode = WAL'))
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  sqlite.pragma('trusted_schema = OFF')
  sqlite.pragma('cell_size_check = ON')
  sqlite.pragma('journal_size_limit = 67108864')
  sqlite.pragma('wal_autocheckpoint = 4000')
  sqlite.pragma('cache_size = -65536')
  const db = new Kysely<Database>({ dialect: new SqliteDialect({ database: sqlite }) })
  // In one transaction, since Kysely's migrator makes none of its own on SQLite.
  await sqliteTransaction(db, (trx) => migrate(trx, 'sqlite', known))
  // better-sqlite3 is compiled to fall back to NORMAL in WAL mode after the first statement, and
  // NORMAL loses acked rows at a power cut.
  sqlite.pragma('synchronous = FULL')
  if (sqlite.pragma('synchronous', { simple: true }) !== 2) {
    throw new Error('SQLite does not keep synchronous=FULL')
  }
  const version = String(sqlite.prepare('select sqlite_version()').pluck().get())
  if (isOlder(version.split('.').map(Number), OLDEST_SQLITE)) {
    throw new Error(
      `SQLite ${version} can corrupt a WAL file; ${OLDEST_SQLITE.join('.')} is needed`,
    )
  }
  return { db, close: () => db.destroy() }
}

/**
 * Opens a connection that reads on the main thread and waits for no writer. Only for single rows by
 * their keys, since each query blocks the event loop.
 */
export function openSqliteReader(file: string): OpenStore {
  const sqlite = new SqliteDatabase(file, { readonly: true })
  const db = new Kysely<Database>({ dialect: new SqliteDialect({ database: sqlite }) })
  // Kysely does not close a database that it never used.
  return { db, close: () => db.destroy().then(() => void sqlite.close()) }
}

function isOlder(version: readonly number[], than: readonly number[]): boolean {
  for (const [i, wanted] of than.entries()) {
    const have = version[i] ?? 0
    if (have !== wanted) return have < wanted
  }
  return false
}
