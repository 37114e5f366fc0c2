import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import { Kysely, SqliteDialect, sql } from 'kysely'
import type { Db, OpenStore } from './database.ts'
import { migrate } from './migrate.ts'
import type { Database } from './schema.ts'

/** The first SQLite without the WAL-reset corruption bug of 3.7.0 to 3.51.2. */
const oldestSqlite = [3, 51, 3] as const

/** How long SQLite itself waits for a lock: the event loop stands still meanwhile. */
const BUSY_TIMEOUT_MS = 50
/** How long we wait for one, with the event loop running. */
const LOCK_WITHIN_MS = 5000
const RETRY_EVERY_MS = 25

/** Opens a SQLite file for writing and brings its schema up to date. */
export async function openSqlite(file: string): Promise<OpenStore> {
  mkdirSync(dirname(file), { recursive: true })
  const sqlite = new SqliteDatabase(file)
  sqlite.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
  // A first start switches the file over, which others that start with it may be doing as well.
  await whenUnlocked(() => sqlite.pragma('journal_mode = WAL'))
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  sqlite.pragma('trusted_schema = OFF')
  sqlite.pragma('cell_size_check = ON')
  sqlite.pragma('journal_size_limit = 67108864')
  sqlite.pragma('wal_autocheckpoint = 4000')
  sqlite.pragma('cache_size = -65536')
  const db = new Kysely<Database>({ dialect: new SqliteDialect({ database: sqlite }) })
  // Kysely's migrator has no transaction of its own on SQLite: all or nothing.
  await sqliteTransaction(db, (trx) => migrate(trx, 'sqlite'))
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

/**
 * Runs `work` in one transaction that has the write lock from its first statement: a deferred one
 * that turns into a writer fails with SQLITE_BUSY when another process (the command line) wrote
 * in between. While another process has the lock it is asked for again, for 5 s from `deadline`'s
 * making.
 */
export function sqliteTransaction<T>(
  db: Db,
  work: (trx: Db) => Promise<T>,
  deadline = performance.now() + LOCK_WITHIN_MS,
): Promise<T> {
  return whenUnlocked(() => attempt(db, work), deadline)
}

/** Whether SQLite gave up because another process has the lock. */
export function isBusy(error: unknown): boolean {
  return error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

/** Tries again while the database is locked, and lets the event loop run in between. */
async function whenUnlocked<T>(
  work: () => T | Promise<T>,
  deadline = performance.now() + LOCK_WITHIN_MS,
): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error
    }
    await delay(RETRY_EVERY_MS)
  }
}

function attempt<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
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
