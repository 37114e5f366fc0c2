import { setImmediate as turn } from 'node:timers/promises'
import type { ServerResponse } from 'node:http'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type FakeTileServer, openFakeTileServer } from '../testing/fake-tile-server.ts'
import { tilePicture } from '../testing/one-picture-tiles.ts'
import { TILE_MAX_BYTES } from './fetch-tile.ts'
import { type TileServer, createTileServer } from './tile-server.ts'

const ADDRESS = { z: 3, x: 2, y: 5 }
let fake: FakeTileServer
let server: TileServer
let logged: { level: number; msg: string }[]
beforeEach(async () => {
  fake = await openFakeTileServer()
  logged = []
  server = open()
})
afterEach(async () => {
  vi.useRealTimers()
  server.stop()
  await fake.close()
})

interface Options {
  contact?: string | null
  publicOrigin?: string | null
  answersWithinMs?: number
}

function open({ contact = null, publicOrigin = null, answersWithinMs = 30_000 }: Options = {}) {
  const log = pino({}, { write: (line) => void logged.push(JSON.parse(line)) })
  const config = { template: fake.template, contact }
  const more = { version: '1.2.3', log, onFailure: () => {}, answersWithinMs }
  return createTileServer({ config, publicOrigin, ...more })
}

const ask = (x = 2, known: Parameters<TileServer['fetch']>[1] = null) =>
  server.fetch({ ...ADDRESS, x }, known)
const warnings = () => logged.filter(({ level }) => level === 40).map(({ msg }) => msg)

/** Moves the clock that breakers look at. */
function wait(ms: number): void {
  const at = Date.now() + ms
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(at)
}

async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await turn()
}

test('asks for the tile, and says who asks and whom to write to', async () => {
  const publicOrigin = 'https://hub.example'
  server = open({ contact: 'it@site.example', publicOrigin })
  fake.answerWithHeaders({ etag: '"a"', 'last-modified': 'then', 'cache-control': 'no-store' })
  expect(await ask()).toEqual({
    kind: 'tile',
    content: fake.picture,
    etag: '"a"',
    lastModified: 'then',
    freshUntil: null,
  })
  const [request] = fake.requests
  expect(request?.url).toBe('/3/2/5.png')
  expect(request?.headers).toMatchObject({
    'user-agent': 'VehicleControl/1.2.3 (+https://hub.example; it@site.example)',
    referer: 'https://hub.example/',
  })
})

test('names itself alone where nothing else is known', async () => {
  await ask()
  expect(fake.requests[0]?.headers['user-agent']).toBe('VehicleControl/1.2.3')
  expect(fake.requests[0]?.headers).not.toHaveProperty('referer')
})

test('asks whether a tile is still as it is known', async () => {
  fake.answerWithStatus(304, '', { 'cache-control': 'max-age=60' })
  const answer = await ask(2, { etag: '"a"', lastModified: 'Mon, 09 Mar 2026 12:00:00 GMT' })
  expect(answer).toMatchObject({ kind: 'unchanged' })
  expect(fake.requests[0]?.headers).toMatchObject({
    'if-none-match': '"a"',
    'if-modified-since': 'Mon, 09 Mar 2026 12:00:00 GMT',
  })
  // Tile servers forbid both.
  expect(fake.requests[0]?.headers).not.toHaveProperty('cache-control')
  expect(fake.requests[0]?.headers).not.toHaveProperty('pragma')
})

test.each(['jpeg', 'webp'] as const)(
  'takes a picture of %s, whatever it is called',
  async (type) => {
    const picture = await tilePicture('teal', type)
    fake.answerWithStatus(200, picture, { 'content-type': 'application/octet-stream' })
    expect(await ask()).toMatchObject({ content: picture })
  },
)

test.each([204, 404, 410])('takes %s for no tile there', async (status) => {
  fake.answerWithStatus(status)
  expect(await ask()).toMatchObject({ kind: 'tile', content: null })
})

describe('refuses', () => {
  test.each([
    ['a page', 200, '<html>Bienvenido al hotel</html>', { 'content-type': 'text/html' }],
    ['a page that calls itself a picture', 200, '<html>', { 'content-type': 'image/png' }],
    ['a drawing, which may hold a script', 200, '<svg/>', { 'content-type': 'image/svg+xml' }],
    ['a fault', 500, 'oops', {}],
    ['an answer to what was not asked', 304, '', {}],
    ['a redirect to another server', 302, '', { location: 'http://localhost:1/3/2/5.png' }],
    ['a redirect into this machine', 301, '', { location: 'http://127.0.0.1:22/' }],
    ['a redirect to a file', 307, '', { location: 'file:///etc/passwd' }],
  ])('%s', async (_, status, body, headers) => {
    fake.answerWithStatus(status, body, headers)
    await expect(ask()).rejects.toThrow(/^it /)
  })

  test('a redirect without end', async () => {
    fake.answerWithStatus(302, '', { location: '/elsewhere.png' })
    await expect(ask()).rejects.toThrow('redirects without end')
    expect(fake.requests.length).toBeLessThan(10)
  })

  test('what is too large, without reading on', async () => {
    const head = fake.picture
    let sent = 0
    fake.answerWith((_, res) => {
      res.write(head)
      const more = () => {
        sent += 64 * 1024
        if (!res.destroyed && sent < 100 * TILE_MAX_BYTES) res.write(Buffer.alloc(64 * 1024), more)
      }
      more()
    })
    await expect(ask()).rejects.toThrow('over 524288 bytes')
    expect(sent).toBeLessThan(50 * TILE_MAX_BYTES)
  })

  test('a server that does not answer in time', async () => {
    server = open({ answersWithinMs: 20 })
    fake.answerWith(() => {})
    await expect(ask()).rejects.toThrow(/timed out|cancel/i)
  })
})

test('follows a redirect within the server', async () => {
  fake.answerWith((req, res) => {
    fake.answerWith()
    res.writeHead(302, { location: `/new${req.url}` }).end()
  })
  expect(await ask()).toMatchObject({ content: fake.picture })
  expect(fake.requests.map(({ url }) => url)).toEqual(['/3/2/5.png', '/new/3/2/5.png'])
})

test('asks for four tiles at once, the others in turn', async () => {
  const open: ServerResponse[] = []
  fake.answerWith((_, res) => void open.push(res))
  const asked = Array.from({ length: 9 }, (_, x) => ask(x % 8))
  for (let answered = 0; answered < 9; answered++) {
    await until(() => fake.requests.length === Math.min(9, answered + 4))
    open[answered]?.end(fake.picture)
    await asked[answered]
  }
})

describe('leaves a server alone', () => {
  test('for a minute after five faults in a row, and says so once', async () => {
    fake.answerWithStatus(500)
    for (let i = 0; i < 9; i++) await expect(ask()).rejects.toThrow()
    expect(fake.requests).toHaveLength(5)
    expect(warnings()).toEqual([expect.stringContaining('does not answer')])
    wait(59_000)
    await expect(ask()).rejects.toThrow()
    expect(fake.requests).toHaveLength(5)
    wait(2000)
    await expect(ask()).rejects.toThrow('500')
    await expect(ask()).rejects.toThrow()
    expect(fake.requests).toHaveLength(6)
    expect(warnings()).toHaveLength(1)
    wait(61_000)
    fake.answerWith()
    await ask()
    await ask()
    expect(logged.at(-1)?.msg).toContain('answers again')
    fake.answerWithStatus(500)
    for (let i = 0; i < 5; i++) await expect(ask()).rejects.toThrow()
    expect(warnings()).toHaveLength(2)
  })

  test.each([401, 403, 429, 451])('at once after %s', async (status) => {
    fake.answerWithStatus(status)
    for (let i = 0; i < 3; i++) await expect(ask()).rejects.toThrow()
    expect(fake.requests).toHaveLength(1)
    expect(warnings()).toEqual([expect.stringContaining('set HUB_CONTACT')])
  })

  test('at once after a picture of refusal', async () => {
    fake.answerWithHeaders({ 'x-blocked': 'no contact' })
    for (let i = 0; i < 3; i++) await expect(ask()).rejects.toThrow()
    expect(fake.requests).toHaveLength(1)
    expect(warnings()).toEqual([expect.stringContaining('refuses this hub')])
  })

  test('for as long as it asks to be, an hour at most', async () => {
    fake.answerWithStatus(429, '', { 'retry-after': '600' })
    await expect(ask()).rejects.toThrow('429')
    wait(599_000)
    await expect(ask()).rejects.toThrow()
    expect(fake.requests).toHaveLength(1)
    wait(2000)
    fake.answerWithStatus(429, '', { 'retry-after': '999999' })
    await expect(ask()).rejects.toThrow('429')
    wait(3_601_000)
    fake.answerWith()
    await ask()
    expect(fake.requests).toHaveLength(3)
  })
})

test('ends what is under way when it stops', async () => {
  fake.answerWith(() => {})
  const asked = ask()
  await until(() => fake.requests.length === 1)
  server.stop()
  await expect(asked).rejects.toThrow()
})
