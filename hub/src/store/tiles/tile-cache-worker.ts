import { mkdirSync, rmSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import SqliteDatabase, { type Database } from 'better-sqlite3'
import { z } from 'zod'

/** A tile in the cache; `content` is null where the server has none. */
export interface KeptTile {
  content: Uint8Array | null
  etag: string | null
  lastModified: string | null
  /** Epoch milliseconds. */
  freshUntil: number
}

/** The key of a tile: its server, and its place. */
export type TileKey = readonly [source: string, z: number, x: number, y: number]

/** A request to the worker. */
export type CacheRequest = { id: number; key: TileKey } & (
  | { do: 'get'; now: number }
  | { do: 'put'; now: number; tile: KeptTile }
  | { do: 'renew'; freshUntil: number }
  | { do: 'remove' }
)
/**
 * The worker's answer: the tile (null where it has none, or for other requests than `get`), or an
 * error.
 */
export type CacheReply = { id: number; tile: KeptTile | null } | { id: number; error: string }

/** Precision of the time of the last use: otherwise each use would be a write. */
const USED_WITHIN_MS = 3_600_000
/** How many of the least recently used tiles are deleted at once. */
const EVICTED_TOGETHER = 8
const PLACE = 'source = ? and z = ? and x = ? and y = ?'

const { file, maxBytes, minFreeBytes } = z
  .object({ file: z.string(), maxBytes: z.number(), minFreeBytes: z.number() })
  .parse(workerData)

const TABLE = `tiles (
      source text, z integer, x integer, y integer, content blob, etag text, last_modified text,
      fresh_until integer not null, used_at integer not null, primary key (source, z, x, y))`
const INDEX = 'tiles_by_use on tiles (used_at)'

function open(): Database {
  mkdirSync(dirname(file), { recursive: true })
  const db = new SqliteDatabase(file)
  if (!isOwn(db)) {
    db.close()
    return replace()
  }
  db.pragma('busy_timeout = 5000')
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  db.pragma('trusted_schema = OFF')
  db.pragma('journal_size_limit = 4194304')
  db.exec(`create table if not exists ${TABLE}; create index if not exists ${INDEX}`)
  return db
}

/** True when the file declares nothing but the cache's own table and index. */
function isOwn(db: Database): boolean {
  const declared = db.prepare('select sql from sqlite_schema where sql is not null').pluck().all()
  const own: unknown[] = [`CREATE TABLE ${TABLE}`, `CREATE INDEX ${INDEX}`]
  return declared.every((sql) => own.includes(sql))
}

let db = openOrReplace()

/** Replaces a broken file by an empty one: all tiles can be fetched again. */
function openOrReplace(): Database {
  try {
    return open()
  } catch (error) {
    if (!isBroken(error)) throw error
    return replace()
  }
}

function replace(): Database {
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
  return open()
}

function isBroken(error: unknown): boolean {
  return (
    error instanceof SqliteDatabase.SqliteError && /^SQLITE_(CORRUPT|NOTADB|ERROR)/.test(error.code)
  )
}

function answer(request: CacheRequest): KeptTile | null {
  const { key } = request
  switch (request.do) {
    case 'get':
      return get(key, request.now)
    case 'put':
      put(key, request.tile, request.now)
      return null
    case 'renew':
      db.prepare(`update tiles set fresh_until = ? where ${PLACE}`).run(request.freshUntil, ...key)
      return null
    case 'remove':
      db.prepare(`delete from tiles where ${PLACE}`).run(...key)
      return null
  }
}

function get(key: TileKey, now: number): KeptTile | null {
  const row = db
    .prepare<unknown[], KeptTile & { usedAt: number }>(
      `select content, etag, last_modified as lastModified, fresh_until as freshUntil,
         used_at as usedAt from tiles where ${PLACE}`,
    )
    .get(...key)
  if (!row) return null
  const { usedAt, ...tile } = row
  if (now - usedAt > USED_WITHIN_MS) {
    db.prepare(`update tiles set used_at = ? where ${PLACE}`).run(now, ...key)
  }
  return tile
}

function put(key: TileKey, tile: KeptTile, now: number): void {
  const { bavail, bsize } = statfsSync(dirname(file))
  // Leave the disk to reads, which are worth more than tiles.
  if (bavail * bsize < minFreeBytes) return
  const { content, etag, lastModified, freshUntil } = tile
  db.prepare('insert or replace into tiles values (?, ?, ?, ?, ?, ?, ?, ?, ?)').run(
    ...key,
    content,
    etag,
    lastModified,
    freshUntil,
    now,
  )
  while (usedBytes() > maxBytes) {
    const { changes } = db
      .prepare(
        'delete from tiles where rowid in (select rowid from tiles order by used_at, rowid limit ?)',
      )
      .run(EVICTED_TOGETHER)
    if (changes === 0) return
  }
}

function usedBytes(): number {
  const pragma = (name: string) => Number(db.pragma(name, { simple: true }))
  return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size')
}

parentPort?.on('message', (request: CacheRequest) => {
  let reply: CacheReply
  try {
    reply = { id: request.id, tile: answer(request) }
  } catch (error) {
    reply = { id: request.id, error: error instanceof Error ? error.message : String(error) }
    if (isBroken(error)) {
      db.close()
      db = replace()
    }
  }
  parentPort?.postMessage(reply)
})
