import { afterEach, beforeEach, expect, test } from 'vitest'
import { onePictureTiles } from '../../testing/one-picture-tiles.ts'
import { type TestHub, type TestHubParts, createTestHub } from '../../testing/test-hub.ts'
import { createRateLimit } from '../../limits/rate-limit.ts'

const PATH = '/api/tiles/3/2/5'
let hub: TestHub
let token: string
beforeEach(async () => open({ tiles: await onePictureTiles() }))
afterEach(() => hub.close())

async function open(parts: TestHubParts): Promise<void> {
  hub = await createTestHub(parts)
  token = await hub.tokenOf('operator', true)
}

test('gives a tile to an <img> of a wall screen, by the cookie of its session', async () => {
  const answer = await hub.call('GET', PATH, { headers: { cookie: `vc_session=${token}` } })
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'private, max-age=60',
    etag: '"teal"',
    'x-content-type-options': 'nosniff',
  })
  expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(100)
  expect((await hub.call('GET', PATH)).status).toBe(401)
})

test('spares a browser the tile that it has', async () => {
  const has = { token, headers: { 'if-none-match': '"teal"' } }
  const answer = await hub.call('GET', PATH, has)
  expect([answer.status, await answer.text()]).toEqual([304, ''])
  expect(answer.headers.get('cache-control')).toBe('private, max-age=60')
  const other = { token, headers: { 'if-none-match': '"red"' } }
  expect((await hub.call('GET', PATH, other)).status).toBe(200)
})

test('answers 204 where there is no tile', async () => {
  await hub.close()
  await open({})
  const answer = await hub.call('GET', PATH, { token })
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([204, 'private, max-age=60'])
  const config = await hub.call('GET', '/api/public-config')
  expect(await config.json()).toMatchObject({ tiles: { available: false, offline: true } })
})

test.each(['3/8/5', '3/2/8', '23/0/0', '-1/0/0', '3/2/5.png', '3/2/x', '3/2/1e0'])(
  'has no place %s',
  async (place) => {
    expect((await hub.call('GET', `/api/tiles/${place}`, { token })).status).toBe(404)
  },
)

test('slows a session down that asks for more than anybody looks at, and no other', async () => {
  await hub.close()
  await open({ tileRateLimit: createRateLimit({ uses: 3, seconds: 60 }) })
  for (let i = 0; i < 3; i++) expect((await hub.call('GET', PATH, { token })).status).toBe(204)
  const answer = await hub.call('GET', PATH, { token })
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await answer.json()).toMatchObject({ error: 'rate_limited' })
  const other = await hub.tokenOf('admin')
  expect((await hub.call('GET', PATH, { token: other })).status).toBe(204)
})
