import SqliteDatabase from 'better-sqlite3'
import { BackupError } from './backup-error.ts'

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
  assertSound(to, from)
}

/**
 * Makes a database one file without a WAL beside it, and checks it; errors call it `name`.
 *
 * @throws BackupError
 */
export function assertSound(file: string, name = file): void {
  const db = new SqliteDatabase(file)
  try {
    const fault = faultOf(db)
    if (fault !== null) throw new BackupError(`${name} is damaged: ${fault}`)
  } finally {
    db.close()
  }
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
