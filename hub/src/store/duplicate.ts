import SqliteDatabase from 'better-sqlite3'

/** Whether a unique index refused the row: the value is another one's. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof SqliteDatabase.SqliteError && error.code === 'SQLITE_CONSTRAINT_UNIQUE'
}
