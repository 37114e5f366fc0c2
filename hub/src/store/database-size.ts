import { stat } from 'node:fs/promises'
import { sql } from 'kysely'
import { type Db, dialectOf } from './database.ts'

/** Size of the database on disk, in bytes. */
export interface DatabaseSize {
  bytes: number
  /** Size of SQLite's WAL file, a part of `bytes`; null on Postgres. */
  walBytes: number | null
}

/** Measures the database; `file` is the SQLite file, unused on Postgres. */
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
    // The file may be absent: SQLite creates and deletes its WAL as it needs it.
    () => 0,
  )
}
