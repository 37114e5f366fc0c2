import { mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from '@vehicle-control/protocol'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TileSources } from '../config/tile-sources.ts'
import { type FakeTileServer, openFakeTileServer } from '../testing/fake-tile-server.ts'
import { writeMbtiles } from '../testing/mbtiles-file.ts'
import { tilePicture } from '../testing/one-picture-tiles.ts'
import { type Tiles, openTiles } from './tiles.ts'

let folder: string
let file: string
let fake: FakeTileServer
let registry: Registry
let logged: string[]
const opened: Tiles[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-tiles-'))
  file = join(folder, 'region.mbtiles')
  fake = await openFakeTileServer()
  registry = new Registry()
  logged = []
})
afterEach(async () => {
  for (const tiles of opened.splice(0)) await tiles.close()
  await fake.close()
  await rm(folder, { recursive: true })
})

function open(sources: Partial<TileSources>): Tiles {
  const log = pino({}, { write: (line) => void logged.push(String(JSON.parse(line).msg)) })
  const none = { mbtiles: null, upstream: null, needsContact: false, attribution: null }
  const about = { dataDir: folder, publicOrigin: null, version: '1', log, registry }
  const tiles = openTiles({ sources: { ...none, ...sources }, ...about })
  opened.push(tiles)
  return tiles
}

const server = () => ({ template: fake.template, contact: null })

/** A file with one red tile, 5/9/16 from the north-west. */
async function writeRegion(metadata: Record<string, string> = {}): Promise<Buffer> {
  const red = await tilePicture('red', 'webp')
  writeMbtiles(file, { tiles: { '5/9/15': red }, metadata })
  return red
}

test('gives the tiles of a file, and asks nobody for others', async () => {
  const red = await writeRegion()
  const tiles = open({ mbtiles: file })
  const tile = await tiles.tile({ z: 5, x: 9, y: 16 })
  expect(tile).toMatchObject({ type: 'image/webp', maxAgeS: 86_400 })
  expect(tile.content && Buffer.from(tile.content)).toEqual(red)
  expect(await tiles.tile({ z: 5, x: 9, y: 15 })).toMatchObject({ content: null })
  expect(tiles.info).toMatchObject({ minZoom: 5, maxZoom: 5, offline: true, available: true })
  expect(fake.requests).toHaveLength(0)
})

test('gets from a server what the file has not, where both are named', async () => {
  await writeRegion({ attribution: '<a href="https://a.example/">© A</a>' })
  const tiles = open({ mbtiles: file, upstream: server() })
  expect(await tiles.tile({ z: 5, x: 9, y: 16 })).toMatchObject({ type: 'image/webp' })
  expect(await tiles.tile({ z: 5, x: 9, y: 15 })).toMatchObject({ type: 'image/png' })
  expect(fake.requests.map(({ url }) => url)).toEqual(['/5/9/15.png'])
  expect(tiles.info).toEqual({
    attribution: { text: '© A · © OpenStreetMap contributors', url: 'https://a.example/' },
    minZoom: 0,
    maxZoom: 19,
    offline: false,
    available: true,
  })
})

test('has none where it has neither, and says whom it lacks', async () => {
  const tiles = open({ needsContact: true })
  expect(tiles.info).toMatchObject({ offline: true, available: false })
  expect(await tiles.tile({ z: 0, x: 0, y: 0 })).toMatchObject({ content: null })
  expect(logged).toEqual([expect.stringMatching(/^HUB_CONTACT is not set/)])
})

test('thanks OpenStreetMap, whom the file names, or whom the configuration does', async () => {
  const thanks = (sources: Partial<TileSources>) => {
    registry.clear()
    return open(sources).info.attribution
  }
  const url = 'https://www.openstreetmap.org/copyright'
  const openStreetMap = { text: '© OpenStreetMap contributors', url }
  expect(thanks({ upstream: server() })).toEqual(openStreetMap)
  expect(thanks({ upstream: server(), attribution: '&copy; Calles S.A.' })).toEqual({
    text: '© Calles S.A.',
    url: null,
  })
  await writeRegion({ attribution: '© IGAC' })
  expect(thanks({ mbtiles: file })).toEqual({ text: '© IGAC', url: null })
  await rm(file)
  await writeRegion()
  expect(thanks({ mbtiles: file })).toEqual(openStreetMap)
})

test('tells two pictures apart by their ETag, and counts whence they came', async () => {
  await writeRegion()
  const tiles = open({ mbtiles: file, upstream: server() })
  const etagOf = async (x: number) => {
    const tile = await tiles.tile({ z: 5, x, y: 16 })
    return 'etag' in tile ? tile.etag : null
  }
  const [ofFile, ofServer, ofCache] = [await etagOf(9), await etagOf(8), await etagOf(8)]
  expect(ofFile).toMatch(/^"[\w-]{22}"$/)
  expect(ofServer).toBe(ofCache)
  expect(ofServer).not.toBe(ofFile)
  fake.answerWithStatus(500)
  await tiles.tile({ z: 5, x: 7, y: 16 })
  const metrics = await registry.metrics()
  for (const line of [
    'vc_tiles_served_total{source="file"} 1',
    'vc_tiles_served_total{source="server"} 1',
    'vc_tiles_served_total{source="cache"} 1',
    'vc_tiles_served_total{source="none"} 1',
    'vc_tiles_server_failures_total 1',
  ]) {
    expect(metrics).toContain(line)
  }
})

test('goes on without a file that breaks, and says so once', async () => {
  await writeRegion()
  const tiles = open({ mbtiles: file, upstream: server() })
  // Nothing has read it yet: the first page alone says that there is more.
  await truncate(file, (await stat(file)).size / 2)
  for (let x = 0; x < 3; x++) {
    expect(await tiles.tile({ z: 5, x: 9, y: 16 })).toMatchObject({ type: 'image/png' })
  }
  expect(logged).toEqual(['the MBTiles file cannot be read'])
})

const refusals: [string, () => Promise<void> | void, RegExp][] = [
  ['is missing', () => {}, /no es un archivo MBTiles que se pueda leer/],
  ['is something else', () => writeFile(file, '<html>'.repeat(1000)), /not a database/],
  ['is empty', () => writeMbtiles(file), /it holds no tiles/],
  [
    'has vector tiles',
    () => writeMbtiles(file, { tiles: { '0/0/0': Buffer.from([0x1f, 0x8b, 8, 0]) } }),
    /teselas vectoriales; ponga un archivo de teselas PNG, JPEG o WebP/,
  ],
  [
    'has drawings',
    () => writeMbtiles(file, { tiles: { '0/0/0': Buffer.from('<svg/>') } }),
    /no son imágenes/,
  ],
]
test.each(refusals)('refuses a file that %s, in one line', async (_, write, fault) => {
  await write()
  let refusal: unknown
  try {
    open({ mbtiles: file })
  } catch (error) {
    refusal = error
  }
  expect(refusal).toBeInstanceOf(ConfigError)
  expect(String(refusal)).toMatch(/^ConfigError: HUB_TILES_MBTILES="[^"]+" [^\n]+$/)
  expect(String(refusal)).toMatch(fault)
})
