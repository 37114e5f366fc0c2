import { stat } from 'node:fs/promises'
import { sql } from 'kysely'
import { type Db, dialectOf } from './database.ts'

/** Bytes on disk. */
export interface DatabaseSize {
  bytes: number
  /** What SQLite has not moved into its file yet, part of `bytes`; null on Postgres. */
  walBytes: number | null
}

/** `file` is that of SQLite. */
export async function databaseSize(db: Db, file: string): Promise<DatabaseSize> {
  if (dialectOf(db) === 'sqlite') {
    const walBytes = await sizeOf(`${file}-wal`)
    return { bytes: (await sizeOf(file)) + walBytes, walBytes }
  }
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database()) as bytes`.execute(db)
  return { bytes: rows[0]?.bytes ?? 0, walBytes: null }
}

async function sizeOf(file: string): Promise<number> {
  return await stat(file).then(
    ({ size }) => size,
    // SQLite makes and removes its log as it needs it.
    () => 0,
  )
}
