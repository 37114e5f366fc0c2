import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeMbtiles } from '../../testing/mbtiles-file.ts'
import { openMbtiles } from './mbtiles.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-mbtiles-'))
  file = join(folder, 'region.mbtiles')
})
afterEach(() => rm(folder, { recursive: true }))

const picture = (byte: number) => Buffer.from([byte, 1, 2, 3])

describe.each([false, true])('a file whose tiles are a view: %s', (isView) => {
  test('counts its rows from the south, and a map from the north', async () => {
    const tiles = { '3/2/5': picture(1), '3/2/2': picture(2), '7/0/127': picture(3) }
    writeMbtiles(file, { tiles, metadata: { attribution: '© <b>A</b>' }, isView })
    const opened = openMbtiles(file)
    expect(opened).toMatchObject({ attribution: '© <b>A</b>', minZoom: 3, maxZoom: 7 })
    const bytes = async (z: number, x: number, y: number) => (await opened.read(z, x, y))?.[0]
    expect([await bytes(3, 2, 2), await bytes(3, 2, 5), await bytes(7, 0, 0)]).toEqual([1, 2, 3])
    expect(await opened.read(3, 3, 2)).toBeNull()
    expect(await opened.read(4, 2, 2)).toBeNull()
    await opened.close()
  })
})

test('refuses what is no MBTiles file, and says why', async () => {
  expect(() => openMbtiles(file)).toThrow()
  await writeFile(file, 'not a database, but long enough to be looked at as one')
  expect(() => openMbtiles(file)).toThrow('file is not a database')
  await rm(file)
  new SqliteDatabase(file).exec('create table other (x)').close()
  expect(() => openMbtiles(file)).toThrow('metadata is no plain table')
  await rm(file)
  writeMbtiles(file)
  expect(() => openMbtiles(file)).toThrow('it holds no tiles')
})

test.each([
  [
    'computes',
    `create view tiles as select 0 as zoom_level, 0 as tile_column, 0 as tile_row,
    zeroblob(900000000) as tile_data`,
  ],
  [
    'never ends',
    `create view tiles as with recursive n(i) as (select 0 union all select i + 1 from n)
    select i as zoom_level, 0 as tile_column, 0 as tile_row, '' as tile_data from n where i < 0`,
  ],
  [
    'hides another',
    `create view map as select hex(randomblob(9)) as tile_data;
    create view tiles as select 0 as zoom_level, 0 as tile_column, 0 as tile_row, tile_data from map`,
  ],
  [
    'joins computed columns',
    `create table map (zoom_level, tile_data as (zeroblob(900000000)));
    create view tiles as select zoom_level, 0 as tile_column, 0 as tile_row, tile_data from map`,
  ],
])('refuses a file whose view %s', (_, view) => {
  const db = new SqliteDatabase(file)
  db.exec(`create table metadata (name text, value text); ${view}`).close()
  expect(() => openMbtiles(file)).toThrow(/no plain table|is computed|more than join tables/)
})
