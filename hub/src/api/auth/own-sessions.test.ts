import { OwnSessions } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestHub, createTestHub, testPassword } from '../../testing/test-hub.ts'

const MINUTE_MS = 60_000
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'

let hub: TestHub
let now: number
let revoked: number[]
const open = async (idleMinutes = 0) => {
  hub = await createTestHub({ now: () => now, idleMinutes })
  revoked = []
  hub.bus.on('sessionsRevoked', (ids) => revoked.push(...ids))
}
beforeEach(async () => {
  now = Date.UTC(2026, 0, 1)
  await open()
})
afterEach(() => hub.close())

async function logIn(email: string, headers: Record<string, string> = {}): Promise<string> {
  const body = { email, password: testPassword }
  const answer = await hub.call('POST', '/api/auth/login', { body, headers })
  return ((await answer.json()) as { token: string }).token
}
const statusOf = async (token: string, headers: Record<string, string> = {}) =>
  (await hub.call('GET', '/api/auth/me', { token, headers })).status
const listOf = async (token: string) => {
  const answer = await hub.call('GET', '/api/auth/sessions', { token })
  return OwnSessions.parse(await answer.json()).items
}
const end = async (token: string, id: number | '') =>
  await hub.call('DELETE', `/api/auth/sessions${id && `/${id}`}`, { token })
const noted = async () =>
  (await hub.db.selectFrom('audit_log').select(['action', 'target', 'detail']).execute()).filter(
    ({ action }) => action.startsWith('session.'),
  )

test('shows people where they are logged in, this session first, and nobody else’s', async () => {
  await hub.addUser('ana@test.co', 'operator')
  await hub.addUser('eva@test.co', 'superadmin')
  const old = await logIn('ana@test.co', { 'user-agent': 'curl/8.5.0' })
  await logIn('eva@test.co')
  now += MINUTE_MS
  const token = await logIn('ana@test.co', { 'user-agent': FIREFOX })
  now += MINUTE_MS
  expect(await statusOf(old, { 'x-idle-seconds': '30' })).toBe(200)
  expect(await listOf(token)).toEqual([
    {
      id: 3,
      current: true,
      device: 'Firefox · Linux',
      address: '192.0.2.1',
      created_at: '2026-01-01T00:01:00.000Z',
      last_used_at: '2026-01-01T00:02:00.000Z',
      expires_at: '2026-01-01T12:01:00.000Z',
    },
    expect.objectContaining({
      id: 1,
      current: false,
      device: null,
      last_used_at: '2026-01-01T00:01:30.000Z',
    }),
  ])
})

test('ends one or all other sessions of the own account, and none of another', async () => {
  await hub.addUser('ana@test.co', 'operator')
  await hub.addUser('eva@test.co', 'superadmin')
  const [a, b, c] = [
    await logIn('ana@test.co'),
    await logIn('ana@test.co'),
    await logIn('ana@test.co'),
  ]
  const eva = await logIn('eva@test.co')
  for (const id of [4, 99]) expect((await end(a, id)).status).toBe(404)
  expect(await (await end(a, 2)).json()).toEqual({ ok: true, ended: 1 })
  expect((await end(a, 2)).status).toBe(404)
  expect([await statusOf(a), await statusOf(b), await statusOf(c)]).toEqual([200, 401, 200])
  expect(await (await end(a, '')).json()).toEqual({ ok: true, ended: 1 })
  expect([await statusOf(a), await statusOf(c), await statusOf(eva)]).toEqual([200, 401, 200])
  expect(revoked).toEqual([2, 3])
  expect((await noted()).map((row) => row.action)).toEqual(['session.end', 'session.end'])
})

test('ends the session that a browser had when another one begins there', async () => {
  await hub.addUser('ana@test.co', 'operator')
  await hub.addUser('eva@test.co', 'superadmin')
  const first = await logIn('ana@test.co')
  const elsewhere = await logIn('ana@test.co')
  const failed = { email: 'eva@test.co', password: 'wrong' }
  const headers = { cookie: `vc_session=${first}` }
  expect((await hub.call('POST', '/api/auth/login', { body: failed, headers })).status).toBe(401)
  expect(await statusOf(first)).toBe(200)
  const second = await logIn('eva@test.co', headers)
  const third = await logIn('eva@test.co', { authorization: `Bearer ${second}` })
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 401])
  expect([await statusOf(elsewhere), await statusOf(third)]).toEqual([200, 200])
  expect(revoked).toEqual([1, 3])
  expect(await noted()).toEqual([
    { action: 'session.end', target: 'ana@test.co', detail: '{"via":"login"}' },
    { action: 'session.end', target: 'eva@test.co', detail: '{"via":"login"}' },
  ])
})

test('ends a session at the request that says how long nobody has used it', async () => {
  await hub.close()
  await open(15)
  await hub.addUser('ana@test.co', 'operator')
  await hub.addUser('wall@test.co', 'operator', true)
  const [token, wall] = [await logIn('ana@test.co'), await logIn('wall@test.co')]
  const idle = (seconds: number) => ({ 'x-idle-seconds': String(seconds) })
  now += 10 * MINUTE_MS
  expect(await statusOf(token, idle(60))).toBe(200)
  now += 13 * MINUTE_MS
  expect(await statusOf(token, idle(14 * 60))).toBe(200)
  // Another window of the same browser, in which nothing was touched for longer.
  expect(await statusOf(token, idle(900))).toBe(200)
  now += MINUTE_MS
  // A dashboard that goes on by itself, and photos: neither is use.
  const photo = { cookie: `vc_session=${token}` }
  expect((await hub.call('GET', '/api/photos/x.webp', { headers: photo })).status).toBe(404)
  const answer = await hub.call('GET', '/api/vehicles', { token, headers: idle(15 * 60) })
  expect(answer.status).toBe(401)
  expect(await answer.json()).toEqual({
    error: 'unauthorized',
    message: 'La sesión se cerró por inactividad; inicia sesión de nuevo',
  })
  expect(await statusOf(token)).toBe(401)
  expect(await statusOf(wall, idle(12 * 3600))).toBe(200)
  expect(revoked).toEqual([1])
  expect(await noted()).toMatchObject([{ action: 'session.idle', target: 'ana@test.co' }])
})

test.each(['-5', 'NaN', '1e3', '', '99999999999'])(
  'takes %j for no word of idleness',
  async (text) => {
    await hub.close()
    await open(1)
    await hub.addUser('ana@test.co', 'operator')
    const token = await logIn('ana@test.co')
    now += MINUTE_MS - 1
    expect(await statusOf(token, { 'x-idle-seconds': text })).toBe(200)
    now += MINUTE_MS - 1
    expect(await statusOf(token)).toBe(200)
  },
)
