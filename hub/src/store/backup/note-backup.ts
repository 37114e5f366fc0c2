import SqliteDatabase from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { openPostgres } from '../postgres/open-postgres.ts'
import type { Database } from '../schema/tables.ts'
import { type BackupNote, saveLastBackup } from '../settings/settings.ts'
import { whenUnlocked } from '../sqlite/transaction.ts'

/**
 * Stores in a database that a backup of it was made, for the metrics of every hub on it, wherever
 * the command ran. Does not migrate a SQLite file.
 */
export async function noteBackup(
  source: { databaseUrl: string | null; file: string },
  note: BackupNote,
): Promise<void> {
  if (source.databaseUrl !== null) {
    const store = await openPostgres(source.databaseUrl)
    try {
      await saveLastBackup(store.db, note)
    } finally {
      await store.close()
    }
    return
  }
  const sqlite = new SqliteDatabase(source.file, { fileMustExist: true, timeout: 0 })
  const db = new Kysely<Database>({ dialect: new SqliteDialect({ database: sqlite }) })
  try {
    await whenUnlocked(() => saveLastBackup(db, note))
  } finally {
    await db.destroy()
  }
}
