import { afterEach, beforeEach, expect, test } from 'vitest'
import { createUser } from '../../store/people/users.ts'
import { NO_ROUNDS_MS, setUpTwoReplicas, until } from '../../testing/two-replicas.ts'
import {
  cheapPasswords,
  createTestHub,
  type TestHub,
  testPassword,
} from '../../testing/test-hub.ts'

const two = setUpTwoReplicas(NO_ROUNDS_MS)

/** The API of each replica, on the replica's own connection and bus. */
let atA: TestHub
let atB: TestHub
beforeEach(async () => {
  const { a, b } = two
  atA = await createTestHub({ db: a.db, readOnly: a.db, bus: a.cluster.bus })
  atB = await createTestHub({ db: b.db, readOnly: b.db, bus: b.cluster.bus })
})
afterEach(async () => {
  await atA.close()
  await atB.close()
})

/** A superadmin of both, logged in through A. */
async function superadmin(email: string): Promise<{ id: number; token: string }> {
  const passwordHash = await cheapPasswords.hash(testPassword)
  const account = { email, name: email, role: 'superadmin' as const, kiosk: false, demo: false }
  const id = await createUser(two.a.db, { ...account, passwordHash, now: Date.now() })
  const body = { email, password: testPassword }
  const answer = await atA.call('POST', '/api/auth/login', { body })
  return { id, token: ((await answer.json()) as { token: string }).token }
}

const patch = (hub: TestHub, token: string, id: number, body: object) =>
  hub.call('PATCH', `/api/users/${id}`, { token, body })

// User 1 is at both replicas, in a browser each.
test.each([
  ['all sessions end', (token: string) => atA.call('DELETE', '/api/users/1/sessions', { token })],
  ['it is disabled', (token: string) => patch(atA, token, 1, { disabled: true })],
  ['its role changes', (token: string) => patch(atA, token, 1, { role: 'operator' })],
])('closes the sockets of an account within a second at the other hub where %s', async (_, act) => {
  const { token } = await superadmin('eva@test.co')
  expect(two.atB.socket.connected).toBe(true)
  expect((await act(token)).status).toBe(200)
  await until(() => {
    expect([two.atA.socket.connected, two.atB.socket.connected]).toEqual([false, false])
  })
})

test('closes one session of an account at the other hub, and leaves the rest', async () => {
  const { token } = await superadmin('eva@test.co')
  const path = `/api/users/1/sessions/${two.atB.sessionId}`
  expect((await atA.call('DELETE', path, { token })).status).toBe(200)
  await until(() => expect(two.atB.socket.connected).toBe(false))
  expect(two.atA.socket.connected).toBe(true)
})

test('lets one of two superadmins demote or disable the other, whichever hubs they ask at once', async () => {
  for (const change of [{ role: 'operator' }, { disabled: true }]) {
    const [x, y] = await Promise.all([superadmin('x@test.co'), superadmin('y@test.co')])
    const answers = await Promise.all([
      patch(atA, x.token, y.id, change),
      patch(atB, y.token, x.id, change),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
    const left = two.a.db.selectFrom('users').select('id').where('role', '=', 'superadmin')
    expect(await left.where('disabled_at', 'is', null).execute()).toHaveLength(1)
    await two.a.db.deleteFrom('sessions').where('user_id', 'in', [x.id, y.id]).execute()
    await two.a.db.deleteFrom('users').where('id', 'in', [x.id, y.id]).execute()
  }
})
