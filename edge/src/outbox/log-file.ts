import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigError } from '@vehicle-control/protocol/errors'
import SqliteDatabase from 'better-sqlite3'

export type Sqlite = SqliteDatabase.Database

/** The first SQLite without the WAL-reset corruption bug of 3.7.0 to 3.51.2. */
const OLDEST_SQLITE = '3.51.3'
/** quick_check reads the whole file: above this size a start would take too long on a card. */
const CHECK_UP_TO_BYTES = 64 * 1024 * 1024

const SCHEMA = `
  create table if not exists entries (
    seq integer primary key autoincrement,
    kind text not null,
    at real not null,
    mono real not null,
    boot text not null,
    clock text not null,
    data text not null
  );
  create table if not exists epochs (
    id integer primary key,
    epoch text not null unique,
    first_seq integer not null,
    last_seq integer,
    acked integer not null,
    drained_uptime real
  );
  create table if not exists marks (uptime real not null, seq integer not null);
  create table if not exists commands (
    n integer primary key,
    id text not null unique,
    pin integer not null,
    state integer not null,
    uptime real not null,
    result text
  );
  create table if not exists meta (key text primary key, value text not null);
`

/** The result code of an SQLite error; empty for any other error. */
export function sqliteCode(error: unknown): string {
  return error instanceof SqliteDatabase.SqliteError ? error.code : ''
}

/** True for an error that means a damaged file, of which nothing can be trusted. */
export function isCorrupt(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(sqliteCode(error))
}

/** True for an error that means no room: the disk is full, or the file has reached its cap. */
export function isFull(error: unknown): boolean {
  return sqliteCode(error) === 'SQLITE_FULL'
}

/** True for an error that is of the row alone: another row goes into the same file. */
export function isRefusal(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return true
  return /^SQLITE_(ERROR|CONSTRAINT|MISMATCH|TOOBIG|RANGE)/.test(sqliteCode(error))
}

/**
 * Opens the log's file for one process alone, durable at every commit. A damaged file is renamed,
 * never deleted, and a new one begun; `replaced` then names the old one.
 *
 * @throws ConfigError when another process has the file open.
 */
export function openLogFile(file: string): { db: Sqlite; replaced: string | null } {
  mkdirSync(dirname(file), { recursive: true })
  try {
    return { db: openChecked(file), replaced: null }
  } catch (error) {
    if (!isCorrupt(error)) throw error
  }
  const replaced = setAside(file)
  return { db: openChecked(file), replaced }
}

function openChecked(file: string): Sqlite {
  const db = new SqliteDatabase(file, { timeout: 1000 })
  try {
    db.pragma('locking_mode = EXCLUSIVE')
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    db.pragma('trusted_schema = OFF')
    db.pragma('cell_size_check = ON')
    db.pragma('mmap_size = 0')
    db.pragma('journal_size_limit = 4194304')
    db.exec(SCHEMA)
    // better-sqlite3 is compiled to fall back to NORMAL in WAL mode after the first statement,
    // and a power cut then takes back reads that were already acknowledged.
    db.pragma('synchronous = FULL')
    if (db.pragma('synchronous', { simple: true }) !== 2) throw new Error('synchronous is not FULL')
    assertSqliteVersion(db)
    if (statSync(file).size <= CHECK_UP_TO_BYTES) {
      const verdict = db.pragma('quick_check(1)', { simple: true })
      if (verdict !== 'ok') {
        throw new SqliteDatabase.SqliteError(String(verdict), 'SQLITE_CORRUPT')
      }
    }
    return db
  } catch (error) {
    db.close()
    if (sqliteCode(error).startsWith('SQLITE_BUSY')) {
      throw new ConfigError(
        `EDGE_DATA_DIR: ${file} is open in another process; stop that edge or give this one its own folder`,
      )
    }
    throw error
  }
}

function assertSqliteVersion(db: Sqlite): void {
  const version = String(db.prepare('select sqlite_version()').pluck().get())
  if (version.localeCompare(OLDEST_SQLITE, 'en', { numeric: true }) < 0) {
    throw new Error(`SQLite ${version} can corrupt a WAL file; ${OLDEST_SQLITE} is needed`)
  }
}

/** Renames the log's files out of the way; answers the new name. */
export function setAside(file: string): string {
  const aside = `${file}.corrupt.${Date.now()}`
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix)
  }
  return aside
}

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** A fresh epoch name: 80 random bits in base32. */
export function newEpoch(): string {
  let bits = 0n
  for (const byte of randomBytes(10)) bits = (bits << 8n) | BigInt(byte)
  let name = ''
  for (let i = 0; i < 16; i++, bits >>= 5n) name += BASE32[Number(bits & 31n)]
  return name
}
