import SqliteDatabase from 'better-sqlite3'
import { BackupError, reasonOf } from './backup-error.ts'
import { migrations } from '../migrations/index.ts'

const PAGES_AT_ONCE = 2500

/**
 * Copies a hub's SQLite database as it is at this moment, while others write to it, and checks the
 * copy. `to` is an existing empty file; it becomes one file without a WAL beside it.
 *
 * @throws BackupError when the database is damaged, or `signal`'s reason
 */
export async function copySqlite(from: string, to: string, signal?: AbortSignal): Promise<void> {
  const source = new SqliteDatabase(from, { readonly: true, fileMustExist: true })
  try {
    source.pragma('busy_timeout = 5000')
    // One read transaction for the whole copy. Without it SQLite starts again after every write of
    // another connection, and beside a busy hub never ends.
    source.exec('begin')
    source.prepare('select count(*) from sqlite_schema').get()
    await source.backup(to, {
      progress() {
        signal?.throwIfAborted()
        return PAGES_AT_ONCE
      },
    })
  } finally {
    source.close()
  }
  const copy = new SqliteDatabase(to)
  try {
    assertSound(copy, from)
  } finally {
    copy.close()
  }
}

/**
 * Makes a database one file without a WAL beside it, and checks it; errors call it `name`.
 *
 * @throws BackupError
 */
export function assertSound(db: SqliteDatabase.Database, name: string): void {
  const fault = faultOf(db)
  if (fault !== null) throw new BackupError(`${name} is damaged: ${fault}`)
}

function faultOf(db: SqliteDatabase.Database): string | null {
  try {
    db.pragma('journal_mode = delete')
    const found = String(db.pragma('quick_check(1)', { simple: true }))
    return found === 'ok' ? null : found
  } catch (error) {
    if (error instanceof SqliteDatabase.SqliteError && /CORRUPT|NOTADB/.test(error.code)) {
      return error.message
    }
    throw error
  }
}

/**
 * Checks that a file is the database of a hub, and of none that is newer than this one.
 *
 * @throws BackupError
 */
export function assertHubDatabase(file: string): void {
  const made = appliedMigrations(file)
  const known = Object.keys(migrations('sqlite'))
  const newer = made.find((name) => !known.includes(name))
  if (newer !== undefined) {
    throw new BackupError(
      `${file} comes from a newer version of the hub (it has «${newer}»); update this one first`,
    )
  }
  if (made.length === 0) throw noHubDatabase(file, 'it is empty')
}

function appliedMigrations(file: string): string[] {
  try {
    const db = new SqliteDatabase(file, { readonly: true, fileMustExist: true })
    try {
      return db.prepare<[], string>('select name from kysely_migration').pluck().all()
    } finally {
      db.close()
    }
  } catch (error) {
    throw noHubDatabase(file, reasonOf(error), error)
  }
}

function noHubDatabase(file: string, reason: string, cause?: unknown): BackupError {
  const message = `${file} is no sound database of a hub (${reason}); give a file that «backup» made`
  return new BackupError(message, { cause })
}
