import { setTimeout as delay } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import { sql } from 'kysely'
import type { Db } from '../database.ts'

/** How long to retry while the database is locked; the event loop runs meanwhile. */
const LOCK_WITHIN_MS = 5000
const RETRY_EVERY_MS = 25

/**
 * Runs `work` in one transaction that takes the write lock at its beginning: a deferred one fails
 * with SQLITE_BUSY at its first write when another process (the command line) wrote in between.
 * While another process has the lock it retries until `deadline` (performance.now()).
 */
export function sqliteTransaction<T>(
  db: Db,
  work: (trx: Db) => Promise<T>,
  deadline = performance.now() + LOCK_WITHIN_MS,
): Promise<T> {
  return whenUnlocked(() => attempt(db, work), deadline)
}

/** True when SQLite gave up because another process has the lock. */
export function isBusy(error: unknown): boolean {
  return error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

/** Retries `work` while the database is locked, and lets the event loop run in between. */
export async function whenUnlocked<T>(
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
        // SQLite has already rolled back by itself (disk full, I/O error): throw the first error.
      })
      throw error
    }
  })
}
