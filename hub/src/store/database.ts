import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { Kysely, Migrator, SqliteDialect, sql } from 'kysely'
import { migrations } from './migrations/index.ts'
import type { Database } from './schema.ts'

export type Dialect = 'sqlite' | 'postgres'

/** The database or a transaction on it: what every query function takes first. */
export type Db = Kysely<Database>

export interface OpenStore {
  db: Db
  close(): Promise<void>
}

/** The first SQLite without the WAL-reset corruption bug of 3.7.0 to 3.51.2. */
const oldestSqlite = [3, 51, 3] as const

/** Opens a SQLite file for writing and brings its schema up to date. */
export async function openSqlite(file: string): Promise<OpenStore> {
  mkdirSync(dirname(file), { recursive: true })
  const sqlite = new SqliteDatabase(file)
  sqlite.pragma('busy_timeout = 5000')
  sqlite.pragma('journal_mode = WAL')
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  sqlite.pragma('trusted_schema = OFF')
  sqlite.pragma('cell_size_check = ON')
  sqlite.pragma('journal_size_limit = 67108864')
  sqlite.pragma('wal_autocheckpoint = 4000')
  sqlite.pragma('cache_size = -65536')
  const db = new Kysely<Database>({ dialect: new SqliteDialect({ database: sqlite }) })
  await migrate(db, 'sqlite')
  // better-sqlite3 is compiled to fall back to NORMAL in WAL mode after the first statement, and
  // NORMAL loses acked rows at a power cut: an ack of ours would then be a lie.
  sqlite.pragma('synchronous = FULL')
  if (sqlite.pragma('synchronous', { simple: true }) !== 2) {
    throw new Error('SQLite does not keep synchronous=FULL')
  }
  const version = String(sqlite.prepare('select sqlite_version()').pluck().get())
  if (isOlder(version.split('.').map(Number), oldestSqlite)) {
    throw new Error(`SQLite ${version} can corrupt a WAL file; ${oldestSqlite.join('.')} is needed`)
  }
  return { db, close: () => db.destroy() }
}

function isOlder(version: readonly number[], than: readonly number[]): boolean {
  for (const [i, wanted] of than.entries()) {
    const have = version[i] ?? 0
    if (have !== wanted) return have < wanted
  }
  return false
}

async function migrate(db: Db, dialect: Dialect): Promise<void> {
  const provider = { getMigrations: async () => migrations(dialect) }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  if (error) throw error
}

/**
 * Runs `work` in one transaction that has the write lock from its first statement: a deferred one
 * that turns into a writer fails with SQLITE_BUSY when another process (the command line) wrote
 * in between.
 */
export function inTransaction<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    await sql`begin immediate`.execute(connection)
    try {
      const result = await work(connection)
      await sql`commit`.execute(connection)
      return result
    } catch (error) {
      await sql`rollback`.execute(connection).catch(() => {
        // SQLite has already rolled back by itself (disk full, I/O error): the first error counts.
      })
      throw error
    }
  })
}
