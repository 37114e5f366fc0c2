import SqliteDatabase from 'better-sqlite3'
import { DatabaseError } from 'pg'

/** True for the error of a unique index: another row has the value. */
export function isDuplicate(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.code === '23505'
  return error instanceof SqliteDatabase.SqliteError && error.code === 'SQLITE_CONSTRAINT_UNIQUE'
}
