import { type Kysely, PostgresAdapter } from 'kysely'
import { postgresTransaction } from './postgres-transaction.ts'
import type { Database } from './schema.ts'
import { sqliteTransaction } from './sqlite.ts'

export type Dialect = 'sqlite' | 'postgres'

/** The database or a transaction on it: what every query function takes first. */
export type Db = Kysely<Database>

export interface OpenStore {
  db: Db
  close(): Promise<void>
}

/** Which of the two databases `db` is. */
export function dialectOf(db: Db): Dialect {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
}

/**
 * What a transaction excludes. `all`: every other such transaction, in whatever hub: what it has read
 * stays true until it commits. `rows`: only who locks the same rows; ingest and what must not wait.
 * On SQLite every transaction excludes every other.
 */
export type Exclusion = 'all' | 'rows'

const lastInLine = new WeakMap<Db, Promise<unknown>>()

/**
 * Runs `work` in one transaction: it commits when `work` resolves, and nothing of it happened when
 * it rejects. A deadlock on Postgres, or a lock that another process has on SQLite, runs it again.
 */
export function inTransaction<T>(
  db: Db,
  work: (trx: Db) => Promise<T>,
  exclusion: Exclusion = 'all',
): Promise<T> {
  const postgres = dialectOf(db) === 'postgres'
  if (postgres && exclusion === 'rows') return postgresTransaction(db, work, exclusion)
  // One at a time asks for the lock: on SQLite each try may hold the event loop for a moment, on
  // Postgres each holds a connection that ingest may need.
  const before = lastInLine.get(db) ?? Promise.resolve()
  const result = before.then(() =>
    postgres ? postgresTransaction(db, work, exclusion) : sqliteTransaction(db, work),
  )
  lastInLine.set(
    db,
    result.catch(() => {}),
  )
  return result
}
