import { type Kysely, PostgresAdapter } from 'kysely'
import type { Database } from './schema/tables.ts'

export type Dialect = 'sqlite' | 'postgres'

/**
 * How many transactions store entries at once. SQLite has one writer; with two, Postgres works on
 * one while the hub prepares the other.
 */
export const INGEST_AT_ONCE: Record<Dialect, number> = { sqlite: 1, postgres: 2 }

/** The database or a transaction on it; every query function takes it first. */
export type Db = Kysely<Database>

export interface OpenStore {
  db: Db
  close(): Promise<void>
}

export function dialectOf(db: Db): Dialect {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
}
