import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TileCache, type TileCacheOptions, type TileKey, openTileCache } from './tile-cache.ts'

const KIB = 1024
const HOUR_MS = 3_600_000
let folder: string
let file: string
let cache: TileCache
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-tiles-'))
  file = join(folder, 'new', 'tiles-cache.db')
  cache = open()
})
afterEach(async () => {
  await cache.close()
  await rm(folder, { recursive: true })
})

const open = (options: Partial<TileCacheOptions> = {}) =>
  openTileCache({ file, maxBytes: 1024 * KIB, minFreeBytes: 0, ...options })
const key = (x: number, source = 'osm'): TileKey => [source, 5, x, 0]
const tile = (bytes = 10, byte = 7) => ({
  content: Buffer.alloc(bytes, byte),
  etag: '"a"',
  lastModified: null,
  freshUntil: 5000,
})

test('keeps tiles over a restart, each server its own', async () => {
  await cache.put(key(1), tile(), 1)
  await cache.put(key(2), { ...tile(), content: null }, 1)
  await cache.put(key(1, 'other'), tile(3), 1)
  await cache.close()
  cache = open()
  const kept = await cache.get(key(1), 2)
  expect(kept).toMatchObject({ etag: '"a"', lastModified: null, freshUntil: 5000 })
  expect(Buffer.from(kept?.content ?? [])).toEqual(tile().content)
  expect((await cache.get(key(2), 2))?.content).toBeNull()
  expect((await cache.get(key(1, 'other'), 2))?.content).toHaveLength(3)
  expect(await cache.get(key(3), 2)).toBeNull()
})

test('renews, replaces and removes a tile', async () => {
  await cache.put(key(1), tile(), 1)
  await cache.renew(key(1), 9000)
  expect((await cache.get(key(1), 2))?.freshUntil).toBe(9000)
  await cache.put(key(1), tile(20), 3)
  expect((await cache.get(key(1), 3))?.content).toHaveLength(20)
  await cache.remove(key(1))
  expect(await cache.get(key(1), 4)).toBeNull()
})

test('keeps to its size, and what is used', async () => {
  for (let x = 0; x < 10; x++) await cache.put(key(x), tile(60 * KIB), x)
  for (let x = 10; x < 200; x++) {
    await cache.put(key(x), tile(60 * KIB), x * HOUR_MS)
    // Somebody looks at the first one all the time, and at no other.
    expect(await cache.get(key(0), (x + 2) * HOUR_MS)).not.toBeNull()
  }
  expect(await cache.get(key(1), 1)).toBeNull()
  expect(await cache.get(key(199), 1)).not.toBeNull()
  await cache.close()
  expect((await stat(file)).size).toBeLessThan(1400 * KIB)
})

test('throws a broken file away', async () => {
  await cache.put(key(1), tile(), 1)
  await cache.close()
  await writeFile(file, 'x'.repeat(9000))
  cache = open()
  expect(await cache.get(key(1), 2)).toBeNull()
  await cache.put(key(1), tile(), 3)
  expect(await cache.get(key(1), 3)).not.toBeNull()
})

test('throws a file away that does more than keep tiles, and goes on with one of its own', async () => {
  await cache.put(key(1), tile(), 1)
  await cache.close()
  cache = open()
  expect(await cache.get(key(1), 2)).not.toBeNull()
  await cache.close()
  const db = new SqliteDatabase(file)
  db.exec(`create trigger evil after insert on tiles begin delete from tiles; end`).close()
  cache = open()
  expect(await cache.get(key(1), 2)).toBeNull()
  await cache.put(key(2), tile(), 3)
  expect(await cache.get(key(2), 3)).not.toBeNull()
})

test('adds nothing while the disk is nearly full', async () => {
  await cache.put(key(1), tile(), 1)
  await cache.close()
  cache = open({ minFreeBytes: Number.MAX_SAFE_INTEGER })
  await cache.put(key(2), tile(), 1)
  expect(await cache.get(key(2), 2)).toBeNull()
  expect(await cache.get(key(1), 2)).not.toBeNull()
})

test('says so where it cannot be written, and once it is closed', async () => {
  await cache.close()
  await expect(cache.get(key(1), 1)).rejects.toThrow('closed')
  await writeFile(join(folder, 'occupied'), '')
  cache = open({ file: join(folder, 'occupied', 'tiles-cache.db') })
  await expect(cache.get(key(1), 1)).rejects.toThrow()
  await expect(cache.get(key(1), 1)).rejects.toThrow()
})
