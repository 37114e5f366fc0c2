import { statSync } from 'node:fs'
import SqliteDatabase from 'better-sqlite3'
import { BackupError, reasonOf } from './backup-error.ts'
import {
  BASELINE,
  beforeBaseline,
  lacksRelease,
  RELEASE_BEFORE,
} from '../migrations/before-baseline.ts'
import { migrations } from '../migrations/index.ts'
import { requirePlain } from '../sqlite/plain-table.ts'

type File = SqliteDatabase.Database

/**
 * Opens a SQLite file that anybody may have made, read-only and within one transaction, for its
 * rows alone. Call `requirePlain` before reading a table.
 *
 * @throws BackupError
 */
export function openUntrusted(file: string): File {
  // Opening a pipe would block for ever.
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false) {
    throw new BackupError(`${file} is no file; give a file that «backup» made`)
  }
  let db: File | undefined
  try {
    db = new SqliteDatabase(file, { readonly: true, fileMustExist: true })
    db.pragma('trusted_schema = OFF')
    db.pragma('cell_size_check = ON')
    db.exec('begin')
    const encoding = db.pragma('encoding', { simple: true })
    if (encoding !== 'UTF-8') throw new Error(`its texts are ${String(encoding)}`)
    return db
  } catch (error) {
    db?.close()
    throw invalidDatabase(file, reasonOf(error), error)
  }
}

/**
 * The migrations of a hub's database, oldest first: all known to this hub, and without a hole. Those
 * of the release before 1.0.0 count as the baseline that they are since.
 *
 * @throws BackupError for a file that is no hub's database, or that of a newer or a too old hub.
 */
export function migrationsOf(db: File): string[] {
  const known = Object.keys(migrations('sqlite'))
  let made: unknown[]
  try {
    requirePlain(db, 'kysely_migration', ['name'])
    made = db.prepare('select name from kysely_migration not indexed order by name').pluck().all()
  } catch (error) {
    throw invalidDatabase(db.name, reasonOf(error), error)
  }
  const older = beforeBaseline(made.map(String))
  const lacking = lacksRelease(older)
  if (lacking !== null) {
    throw new BackupError(
      `${db.name} comes from a version before ${RELEASE_BEFORE} (the last that it has is «${lacking}»); restore it with release ${RELEASE_BEFORE}, and update then`,
    )
  }
  const since = made.map(String).filter((name) => !older.includes(name) && name !== BASELINE)
  const names = older.length > 0 || made.includes(BASELINE) ? [BASELINE, ...since] : since
  const newer = names.find((name) => !known.includes(name))
  if (newer !== undefined) {
    throw new BackupError(
      `${db.name} comes from a newer version of the hub (it has «${newer}»); update this one first`,
    )
  }
  if (names.length === 0) throw invalidDatabase(db.name, 'it is empty')
  const missing = known.find((name, i) => i < names.length && name !== names[i])
  if (missing !== undefined) throw invalidDatabase(db.name, `it lacks «${missing}»`)
  return names
}

/** What is declared in an untrusted file and not in `ours`, such as `trigger «x»`. */
export function foreignObjects(db: File, ours: string): string[] {
  const own = new SqliteDatabase(ours, { readonly: true })
  try {
    const known = new Set(declaredIn(own))
    return declaredIn(db).filter((object) => !known.has(object))
  } finally {
    own.close()
  }
}

function declaredIn(db: File): string[] {
  const named = db.prepare<[], string>(
    `select type || ' «' || substr(name, 1, 60) || '»' from sqlite_schema where name not like 'sqlite|_%' escape '|'`,
  )
  return named.pluck().all()
}

function invalidDatabase(file: string, reason: string, cause?: unknown): BackupError {
  const message = `${file} is no sound database of a hub (${reason}); give a file that «backup» made`
  return new BackupError(message, { cause })
}
