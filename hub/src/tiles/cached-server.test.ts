import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TileCache, openTileCache } from '../store/tiles/tile-cache.ts'
import { type FakeTileServer, openFakeTileServer } from '../testing/fake-tile-server.ts'
import { tilePicture } from '../testing/one-picture-tiles.ts'
import { silent } from '../testing/test-hub.ts'
import { type CachedServer, createCachedServer } from './cached-server.ts'
import { type TileServer, createTileServer } from './tile-server.ts'
import { UpstreamRefusal } from './upstream-error.ts'

const ADDRESS = { z: 3, x: 2, y: 5 }
const DAY_MS = 86_400_000
let folder: string
let fake: FakeTileServer
let cache: TileCache
let tiles: CachedServer
let now: number
beforeEach(async () => {
  now = Date.parse('2026-03-10T12:00:00Z')
  folder = await mkdtemp(join(tmpdir(), 'hub-tiles-'))
  fake = await openFakeTileServer()
  cache = openCache()
  tiles = open()
})
afterEach(async () => {
  await tiles.close()
  await fake.close()
  await rm(folder, { recursive: true })
})

const openCache = (file = join(folder, 'tiles-cache.db')) =>
  openTileCache({ file, maxBytes: 1e8, minFreeBytes: 0 })

function open({ server = tileServer(), patienceMs = 30_000 } = {}): CachedServer {
  const template = fake.template
  return createCachedServer({ server, cache, template, log: silent, now: () => now, patienceMs })
}

function tileServer(): TileServer {
  const config = { template: fake.template, contact: null }
  const about = { version: '1', publicOrigin: null, log: silent, onFailure: () => {} }
  return createTileServer({ config, ...about, now: () => now })
}

const ask = (x = 2) => tiles.tile({ ...ADDRESS, x })
const asked = () => fake.requests.length
const bytesOf = ({ content }: { content: Uint8Array | null }) => content && Buffer.from(content)

async function until(isDone: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isDone())) await turn()
}

test('asks for a tile once in a week, over restarts too', async () => {
  expect(await ask()).toEqual({ content: fake.picture, source: 'server', maxAgeS: 604_800 })
  now += 6.5 * DAY_MS
  const kept = await ask()
  expect(kept).toMatchObject({ source: 'cache', maxAgeS: 43_200 })
  expect(bytesOf(kept)).toEqual(fake.picture)
  await tiles.close()
  cache = openCache()
  tiles = open()
  expect(await ask()).toMatchObject({ source: 'cache' })
  expect(asked()).toBe(1)
})

test('keeps a tile for as long as its server says, and no longer than that', async () => {
  fake.answerWithHeaders({ 'cache-control': 'max-age=3600', etag: '"a"' })
  await ask()
  now += 3_599_000
  expect(await ask()).toMatchObject({ source: 'cache', maxAgeS: 1 })
  now += 1000
  expect(await ask()).toMatchObject({ source: 'stale', maxAgeS: 60 })
  await until(() => asked() === 2)
  expect(fake.requests[1]?.headers['if-none-match']).toBe('"a"')
})

test('keeps a tile on that its server says is unchanged', async () => {
  fake.answerWithHeaders({ 'cache-control': 'max-age=60', etag: '"a"' })
  await ask()
  now += 61_000
  fake.answerWithStatus(304, '', { 'cache-control': 'max-age=60' })
  expect(bytesOf(await ask())).toEqual(fake.picture)
  await until(async () => (await ask()).source === 'cache')
  expect(bytesOf(await ask())).toEqual(fake.picture)
  expect(asked()).toBe(2)
})

test('gives the old tile while it gets the new one', async () => {
  await ask()
  const picture = await tilePicture('red')
  fake.answerWithStatus(200, picture)
  now += 8 * DAY_MS
  expect(bytesOf(await ask())).toEqual(fake.picture)
  await until(async () => (await ask()).source === 'cache')
  expect(bytesOf(await ask())).toEqual(picture)
  expect(asked()).toBe(2)
})

test('gives the old tile for as long as the server fails, refuses or is left alone', async () => {
  await ask()
  now += 400 * DAY_MS
  for (const status of [500, 200, 403]) {
    fake.answerWithStatus(status, '<html>')
    for (let i = 0; i < 6; i++) expect(bytesOf(await ask())).toEqual(fake.picture)
  }
})

test('gives one answer to all who ask at once', async () => {
  let answer = () => {}
  fake.answerWith((_, res) => {
    answer = () => void res.end(fake.picture)
  })
  const all = Array.from({ length: 20 }, () => ask())
  await until(() => asked() === 1)
  answer()
  for (const one of await Promise.all(all)) expect(bytesOf(one)).toEqual(fake.picture)
  expect(asked()).toBe(1)
})

test('remembers that there is no tile', async () => {
  fake.answerWithStatus(404, '', { 'cache-control': 'max-age=600' })
  expect(await ask()).toMatchObject({ content: null, maxAgeS: 600 })
  expect(await ask()).toMatchObject({ content: null, source: 'cache' })
  expect(asked()).toBe(1)
  now += 601_000
  fake.answerWith()
  expect(bytesOf(await ask())).toEqual(fake.picture)
})

test('does not keep what must not be kept', async () => {
  fake.answerWithHeaders({ 'cache-control': 'no-store' })
  expect(await ask()).toMatchObject({ source: 'server', maxAgeS: 60 })
  expect(await ask()).toMatchObject({ source: 'server' })
  expect(asked()).toBe(2)
})

test('says that there is no tile for now, and is asked again soon', async () => {
  fake.answerWithStatus(500)
  expect(await ask()).toEqual({ content: null, source: 'none', maxAgeS: 20 })
  fake.answerWith()
  expect(bytesOf(await ask())).toEqual(fake.picture)
})

test('lets nobody wait for a slow server, and keeps what comes late', async () => {
  await tiles.close()
  cache = openCache()
  tiles = open({ patienceMs: 1 })
  let answer = () => {}
  fake.answerWith((_, res) => {
    answer = () => void res.end(fake.picture)
  })
  expect(await ask()).toMatchObject({ content: null, source: 'none' })
  await until(() => asked() === 1)
  answer()
  await until(async () => (await ask()).source === 'cache')
  expect(asked()).toBe(1)
})

test('forgets the pictures of refusal that it took for tiles', async () => {
  await ask(1)
  await ask(2)
  await tiles.close()
  cache = openCache()
  const mistaken = [1, 2].map((x) => ({ ...ADDRESS, x }))
  const refuses: TileServer = {
    fetch: () => Promise.reject(new UpstreamRefusal('it answers «Access blocked»', { mistaken })),
    stop() {},
  }
  tiles = open({ server: refuses })
  expect(await ask(1)).toMatchObject({ source: 'cache' })
  expect(await ask(3)).toMatchObject({ content: null })
  expect(await ask(1)).toMatchObject({ content: null })
  expect(await ask(2)).toMatchObject({ content: null })
})

test('does without a cache that fails', async () => {
  await cache.close()
  for (let i = 0; i < 2; i++) expect(bytesOf(await ask())).toEqual(fake.picture)
  expect(asked()).toBe(2)
})
