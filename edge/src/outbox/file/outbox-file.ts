import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigError } from '@vehicle-control/protocol/errors'
import SqliteDatabase from 'better-sqlite3'
import { isWalDamaged } from './damaged-file.ts'
import { lockHolder } from './lock-holder.ts'

export type Sqlite = SqliteDatabase.Database

/** The first SQLite without the WAL-reset corruption bug of 3.7.0 to 3.51.2. */
const OLDEST_SQLITE = '3.51.3'
/** quick_check reads the whole file: above this size a start would take too long on a card. */
const CHECK_UP_TO_BYTES = 64 * 1024 * 1024

/** `user_version` of the schema below; files before it have 0. */
const SCHEMA_VERSION = 2
/**
 * The oldest schema version whose code can work on a file of this one; the file holds it under
 * READABLE_FROM_KEY. It may be older than SCHEMA_VERSION only if every version since then has done
 * nothing but append columns that an insert need not name.
 */
const READABLE_FROM = 1
const READABLE_FROM_KEY = 'readable_from'
const SCHEMA = `
  create table entries (
    seq integer primary key autoincrement,
    kind text not null,
    at real not null,
    mono real not null,
    boot text not null,
    clock text not null,
    data text not null
  );
  create table epochs (
    id integer primary key,
    epoch text not null unique,
    first_seq integer not null,
    last_seq integer,
    acked integer not null,
    drained_uptime real
  );
  create table marks (uptime real not null, seq integer not null);
  create table commands (
    n integer primary key,
    id text not null unique,
    pin integer not null,
    state integer not null,
    uptime real not null,
    result text,
    relay text
  );
  create table meta (key text primary key, value text not null);
`

const COLUMNS = {
  entries: 'seq kind at mono boot clock data',
  epochs: 'id epoch first_seq last_seq acked drained_uptime',
  marks: 'uptime seq',
  commands: 'n id pin state uptime result relay',
  meta: 'key value',
}

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

/** The same for a file beside the database. */
export function isDiskFull(error: unknown): boolean {
  return isFull(error) || (error instanceof Error && 'code' in error && error.code === 'ENOSPC')
}

/** True for an error that concerns this row only: the file takes other rows. */
export function isRefusal(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return true
  return /^SQLITE_(ERROR|CONSTRAINT|MISMATCH|TOOBIG|RANGE)/.test(sqliteCode(error))
}

/** True for an error that means a part of the file that the disk cannot read. */
export function isUnreadable(error: unknown): boolean {
  return /^SQLITE_IOERR_(READ|SHORT_READ|CORRUPTFS|DATA)$/.test(sqliteCode(error))
}

/**
 * Opens the outbox's file for this process alone, durable at every commit.
 *
 * @throws ConfigError when another running process has the file open; an error for which
 * `isCorrupt` is true where the file is damaged or of another build.
 */
export function openOutboxFile(file: string): { db: Sqlite } {
  mkdirSync(dirname(file), { recursive: true })
  restoreWal(file)
  return { db: openChecked(file) }
}

function damaged(message: string): Error {
  return new SqliteDatabase.SqliteError(message, 'SQLITE_CORRUPT')
}

function openChecked(file: string): Sqlite {
  const db = new SqliteDatabase(file, { timeout: 1000 })
  try {
    db.pragma('locking_mode = EXCLUSIVE')
    db.pragma('journal_mode = WAL')
    // The file is locked now: nobody else writes what is looked at here.
    if (isWalDamaged(file)) throw damaged('the write-ahead log is damaged')
    db.pragma('synchronous = FULL')
    db.pragma('trusted_schema = OFF')
    db.pragma('cell_size_check = ON')
    db.pragma('mmap_size = 0')
    db.pragma('journal_size_limit = 4194304')
    // The write-ahead log begins empty, so that salvage finds only frames of this opening in it.
    db.pragma('wal_checkpoint(TRUNCATE)')
    adoptSchema(db)
    // better-sqlite3 is compiled to fall back to NORMAL in WAL mode after the first statement,
    // and a power cut then takes back reads that were already acknowledged.
    db.pragma('synchronous = FULL')
    if (db.pragma('synchronous', { simple: true }) !== 2) throw new Error('synchronous is not FULL')
    assertSqliteVersion(db)
    if (statSync(file).size <= CHECK_UP_TO_BYTES) {
      const verdict = db.pragma('quick_check(1)', { simple: true })
      if (verdict !== 'ok') {
        throw damaged(String(verdict))
      }
    }
    return db
  } catch (error) {
    if (isCorrupt(error) || isUnreadable(error)) hideWal(file)
    db.close()
    restoreWal(file)
    if (sqliteCode(error).startsWith('SQLITE_BUSY')) throw locked(file)
    throw error
  }
}

/**
 * The error for a locked file. A running holder is a second edge on the folder. One that was
 * killed, but cannot die while its card hangs, frees the file later: until then entries wait in
 * memory.
 */
function locked(file: string): Error {
  const holder = lockHolder(file)
  if (holder?.isRunning) {
    return new ConfigError(
      `EDGE_DATA_DIR: ${file} está abierto en otro proceso (${holder.pid}); detenga ese edge o dé a este su propia carpeta`,
    )
  }
  const by =
    holder === null ? 'a process that cannot be seen' : `process ${holder.pid}, which is ending`
  return new Error(`${file} is still locked by ${by}`)
}

/**
 * Hides the write-ahead log from SQLite, which at the closing silently drops what follows a damaged
 * part of it.
 */
function hideWal(file: string): void {
  if (existsSync(`${file}-wal`)) renameSync(`${file}-wal`, `${file}-wal.kept`)
}

function restoreWal(file: string): void {
  if (existsSync(`${file}-wal.kept`)) renameSync(`${file}-wal.kept`, `${file}-wal`)
}

/**
 * Gives a new file its tables. A file of a newer version is used as it is where its `readable_from`
 * allows it, and one of an older version gets what was added since; any other file of another build is
 * salvaged like a damaged one.
 */
function adoptSchema(db: Sqlite): void {
  const version = db.pragma('user_version', { simple: true }) as number
  const tables = 'select name, sql from sqlite_schema where sql is not null order by name'
  if (version === 0 && db.prepare(tables).get() === undefined) {
    db.transaction(() => {
      db.exec(SCHEMA)
      markVersion(db)
    })()
    return
  }
  const isNewer = version > SCHEMA_VERSION
  if (version < SCHEMA_VERSION) addColumns(db)
  for (const [table, columns] of Object.entries(COLUMNS)) {
    const found = db.prepare('select name from pragma_table_info(?)').pluck().all(table).join(' ')
    const isKnown = isNewer ? `${found} `.startsWith(`${columns} `) : found === columns
    if (!isKnown) throw damaged(`the file is of another build: table ${table}, version ${version}`)
  }
  if (isNewer && !isReadable(db)) throw damaged(`the file is of the newer version ${version}`)
  if (version < SCHEMA_VERSION) db.transaction(() => markVersion(db))()
}

/** Says of what version the file is now, and which may go on with it. */
function markVersion(db: Sqlite): void {
  const mark = db.prepare('insert or replace into meta (key, value) values (?, ?)')
  mark.run(READABLE_FROM_KEY, `${READABLE_FROM}`)
  db.pragma(`user_version = ${SCHEMA_VERSION}`)
}

/** Version 2 knows relays by a name too. */
function addColumns(db: Sqlite): void {
  const columns = 'select name from pragma_table_info(?)'
  const known = db.prepare(columns).pluck().all('commands').join(' ')
  if (`${known} relay` === COLUMNS.commands) db.exec('alter table commands add column relay text')
}

function isReadable(db: Sqlite): boolean {
  const from = db.prepare('select value from meta where key = ?').pluck().get(READABLE_FROM_KEY)
  return Number(from ?? Infinity) <= SCHEMA_VERSION
}

function assertSqliteVersion(db: Sqlite): void {
  const version = String(db.prepare('select sqlite_version()').pluck().get())
  if (version.localeCompare(OLDEST_SQLITE, 'en', { numeric: true }) < 0) {
    throw new Error(`SQLite ${version} can corrupt a WAL file; ${OLDEST_SQLITE} is needed`)
  }
}

/** A name that the hub takes for an epoch. */
export const EPOCH_NAME = /^[a-z2-7]{16}$/

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** A fresh epoch name: 80 random bits in base32. */
export function newEpoch(): string {
  let bits = 0n
  for (const byte of randomBytes(10)) bits = (bits << 8n) | BigInt(byte)
  let name = ''
  for (let i = 0; i < 16; i++, bits >>= 5n) name += BASE32[Number(bits & 31n)]
  return name
}
