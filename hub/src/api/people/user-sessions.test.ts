import { OwnSessions } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestHub, type TestHub, testPassword } from '../../testing/test-hub.ts'

let hub: TestHub
let token: string
let revoked: number[]
beforeEach(async () => {
  hub = await createTestHub()
  token = await hub.tokenOf('superadmin')
  revoked = []
  hub.bus.on('sessionsRevoked', (ids) => revoked.push(...ids))
})
afterEach(() => hub.close())

async function logIn(email: string): Promise<string> {
  const body = { email, password: testPassword }
  const answer = await hub.call('POST', '/api/auth/login', { body })
  return ((await answer.json()) as { token: string }).token
}
const statusOf = async (of: string) => (await hub.call('GET', '/api/auth/me', { token: of })).status
const listOf = async (id: number) => {
  const answer = await hub.call('GET', `/api/users/${id}/sessions`, { token })
  return OwnSessions.parse(await answer.json()).items
}
const end = (path: string) => hub.call('DELETE', `/api/users/${path}`, { token })
const audited = async () =>
  (await hub.db.selectFrom('audit_log').select(['action', 'actor', 'target', 'detail']).execute())
    .filter(({ action }) => action === 'session.end')
    .map(({ actor, target, detail }) => [actor, target, detail])

test('lists where another one is logged in, and ends one login and all', async () => {
  const id = await hub.addUser('ana@test.co', 'operator')
  const [a, b, c] = [
    await logIn('ana@test.co'),
    await logIn('ana@test.co'),
    await logIn('ana@test.co'),
  ]
  expect((await listOf(id)).map((one) => [one.id, one.current, one.address])).toEqual([
    [4, false, '192.0.2.1'],
    [3, false, '192.0.2.1'],
    [2, false, '192.0.2.1'],
  ])
  expect(await (await end(`${id}/sessions/3`)).json()).toEqual({ ok: true, ended: 1 })
  expect([await statusOf(a), await statusOf(b), await statusOf(c)]).toEqual([200, 401, 200])
  expect(await (await end(`${id}/sessions`)).json()).toEqual({ ok: true, ended: 2 })
  expect([await statusOf(a), await statusOf(c), await statusOf(token)]).toEqual([401, 401, 200])
  expect(await (await end(`${id}/sessions`)).json()).toEqual({ ok: true, ended: 0 })
  expect(revoked.toSorted((x, y) => x - y)).toEqual([2, 3, 4])
  expect(await audited()).toEqual([
    [
      'superadmin@test.co',
      'ana@test.co',
      JSON.stringify({ via: 'superadmin', session: 3, device: null }),
    ],
    ['superadmin@test.co', 'ana@test.co', JSON.stringify({ via: 'superadmin', ended: 2 })],
  ])
})

test('ends no session under the name of an account that has not got it', async () => {
  const id = await hub.addUser('ana@test.co', 'operator')
  await hub.addUser('eva@test.co', 'operator')
  await logIn('ana@test.co')
  await logIn('eva@test.co')
  for (const path of [`${id}/sessions/3`, '99/sessions/2', '99/sessions', `${id}/sessions/x`]) {
    expect((await end(path)).status).toBe(404)
  }
  expect(revoked).toEqual([])
  expect(await audited()).toEqual([])
})

test('keeps the session that asks where somebody ends all of their own', async () => {
  const other = await logIn('superadmin@test.co')
  expect((await listOf(1)).map(({ current }) => current)).toEqual([true, false])
  expect(await (await end('1/sessions')).json()).toEqual({ ok: true, ended: 1 })
  expect([await statusOf(token), await statusOf(other)]).toEqual([200, 401])
})
