import SqliteDatabase from 'better-sqlite3'
import { DatabaseError } from 'pg'
import { isBusy } from './sqlite/transaction.ts'

/**
 * Why the database did not do its work, where that is no fault of the statement. `full`: there is
 * no room on its disk. `away`: it cannot be reached, or its file cannot be used. `busy`: locked, too
 * slow, or out of connections or memory.
 */
export type StoreFault = 'full' | 'away' | 'busy'

/** Prefixes of Postgres' codes for: connection lost, server stopping or starting. */
const AWAY_CLASSES = ['08', '57P']
/** A prefix for: too many connections, out of memory. */
const BUSY_CLASS = '53'
const PG_DISK_FULL = '53100'
/** Codes of a lock timeout, and of a statement that took too long. */
const TOO_SLOW = new Set(['55P03', '57014'])
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  // The machine is off, or there is no route to it.
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  // Unknown host, such as a stopped container, or no name server answers.
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
])
/** Messages of the driver's errors that have no code. */
const AWAY_MESSAGES =
  /^Connection terminated|^timeout exceeded when trying to connect|Client has encountered a connection error/
/** A file of SQLite that cannot be read or written: its disk fails, or it was taken away. */
const SQLITE_AWAY = /^SQLITE_(IOERR|CANTOPEN|READONLY)/
/** SQLite cannot make its log or its index of it larger. */
const SQLITE_NO_ROOM = new Set(['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE'])
/** The disk is full, or its owner's share of it. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT'])

/** Sorts a failure of the database; null: it is none of the database's. */
export function storeFault(error: unknown): StoreFault | null {
  if (isBusy(error)) return 'busy'
  if (error instanceof AggregateError) {
    return error.errors.map(storeFault).find((fault) => fault !== null) ?? null
  }
  if (!(error instanceof Error)) return null
  const code = 'code' in error ? String(error.code) : ''
  if (NO_ROOM.has(code)) return 'full'
  if (error instanceof SqliteDatabase.SqliteError) {
    if (SQLITE_NO_ROOM.has(code)) return 'full'
    return SQLITE_AWAY.test(code) ? 'away' : null
  }
  if (error instanceof DatabaseError) return faultOfPostgres(code)
  return NETWORK_CODES.has(code) || AWAY_MESSAGES.test(error.message) ? 'away' : null
}

function faultOfPostgres(code: string): StoreFault | null {
  if (code === PG_DISK_FULL) return 'full'
  if (TOO_SLOW.has(code) || code.startsWith(BUSY_CLASS)) return 'busy'
  return AWAY_CLASSES.some((prefix) => code.startsWith(prefix)) ? 'away' : null
}

/** True when the database is locked, too slow or away: the caller can retry later. */
export function isUnavailable(error: unknown): boolean {
  const fault = storeFault(error)
  return fault === 'busy' || fault === 'away'
}

/** True for an error that Postgres itself has answered with. */
export function isOfPostgres(error: unknown): boolean {
  return error instanceof DatabaseError
}
