import { existsSync } from 'node:fs'
import { link, rename, rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { withBackupError } from './backup-error.ts'
import { copyFresh } from './fresh-copy.ts'
import { withLockOfAllHubs } from '../transaction.ts'
import { prepareRestored, type Restored, type RestoreOptions } from './prepare-restored.ts'
import { openSqlite } from '../sqlite/open-sqlite.ts'
import { makeEmptyFile, removeDatabase, syncToDisk } from './whole-file.ts'

/**
 * Replaces a hub's database, which nobody may have open, by the rows of a backup, and returns where
 * the replaced database is kept (null: there was none). The copy is checked, migrated and synced to
 * disk before it gets the database's name; until then nothing is changed.
 *
 * @throws BackupError
 */
export async function restoreSqlite(
  from: string,
  file: string,
  { now, key }: RestoreOptions,
): Promise<Restored & { kept: string | null }> {
  const copy = `${file}.restoring`
  const stamp = new Date(now).toISOString().replaceAll(/[:.]/g, '-')
  const kept = existsSync(file) ? `${file}.replaced-${stamp}` : null
  try {
    return await withBackupError(`cannot restore ${from}`, async () => {
      // A restore that was killed may have left its copy.
      await removeDatabase(copy)
      await makeEmptyFile(copy)
      const leftOut = await copyFresh(from, copy)
      const note = { from: basename(from), kept: kept && basename(kept), leftOut, now, key }
      const store = await openSqlite(copy)
      let restored: Restored
      try {
        restored = await withLockOfAllHubs(store.db, (trx) => prepareRestored(trx, note))
      } finally {
        await store.close()
      }
      await syncToDisk(copy)
      if (kept !== null) await keep(file, kept)
      await rename(copy, file)
      await syncToDisk(dirname(file))
      return { ...restored, kept }
    })
  } finally {
    await removeDatabase(copy)
  }
}

/** Gives a database and its WAL a second name, and removes the WAL from the first. */
async function keep(file: string, kept: string): Promise<void> {
  checkpointWal(file)
  await link(file, kept)
  if (existsSync(`${file}-wal`)) await link(`${file}-wal`, `${kept}-wal`)
  await syncToDisk(dirname(file))
  // SQLite would apply the old WAL to the new database.
  await rm(`${file}-wal`, { force: true })
  await rm(`${file}-shm`, { force: true })
}

/** Checkpoints the WAL into the file, so that a kill between the steps loses nothing of it. */
function checkpointWal(file: string): void {
  let db: SqliteDatabase.Database | undefined
  try {
    db = new SqliteDatabase(file)
    db.pragma('wal_checkpoint(TRUNCATE)')
  } catch (error) {
    // The database may be damaged, and be replaced for that: keep it as it is.
    if (!(error instanceof SqliteDatabase.SqliteError)) throw error
  } finally {
    db?.close()
  }
}
