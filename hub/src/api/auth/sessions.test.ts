import { afterEach, beforeEach, expect, test } from 'vitest'
import { PasswordsOverloaded } from '../../auth/passwords/password-semaphore.ts'
import type { Passwords } from '../../auth/passwords/passwords.ts'
import { setPasswordHash } from '../../store/people/users.ts'
import {
  type TestHub,
  cheapPasswords,
  createTestHub,
  testPassword,
} from '../../testing/test-hub.ts'

let hub: TestHub
beforeEach(async () => void (hub = await createTestHub()))
afterEach(() => hub.close())

const logIn = (email: string, password = testPassword) =>
  hub.call('POST', '/api/auth/login', { body: { email, password } })

test('gives a token that stands for its user until logout, and tells the sockets', async () => {
  const id = await hub.addUser('ana@test.co', 'admin')
  const response = await logIn(' ANA@test.co ')
  expect(response.status).toBe(200)
  const { token, user } = (await response.json()) as { token: string; user: unknown }
  expect(user).toEqual({
    id,
    email: 'ana@test.co',
    name: 'ana@test.co',
    role: 'admin',
    kiosk: false,
    second_factor: 'off',
  })
  expect(response.headers.get('set-cookie')).toMatch(
    new RegExp(`^vc_session=${token}; Path=/api; Expires=[^;]+; HttpOnly; SameSite=Strict$`),
  )
  expect((await hub.call('GET', '/api/auth/me', { token })).status).toBe(200)

  const revoked: number[][] = []
  hub.bus.on('sessionsRevoked', (ids) => revoked.push(ids))
  expect((await hub.call('POST', '/api/auth/logout', { token })).status).toBe(200)
  expect(revoked).toEqual([[1]])
  expect((await hub.call('GET', '/api/auth/me', { token })).status).toBe(401)
})

test('ends the session of a browser that has the cookie and no token any more', async () => {
  await hub.addUser('ana@test.co', 'admin')
  const { token } = (await (await logIn('ana@test.co')).json()) as { token: string }
  const headers = { cookie: `vc_session=${token}` }
  expect((await hub.app.request('/api/auth/logout', { method: 'POST', headers })).status).toBe(200)
  expect((await hub.call('GET', '/api/auth/me', { token })).status).toBe(401)
  const again = await hub.app.request('/api/auth/logout', { method: 'POST', headers })
  expect(again.status).toBe(401)
})

test('lets no page of another port or name end a session by its cookie', async () => {
  await hub.addUser('ana@test.co', 'admin')
  const { token } = (await (await logIn('ana@test.co')).json()) as { token: string }
  const ask = async (method: 'GET' | 'POST', path: string, origin: string) => {
    const headers = { cookie: `vc_session=${token}`, host: '192.168.1.5:8080', origin }
    return (await hub.call(method, path, { headers })).status
  }
  for (const origin of ['http://192.168.1.5:9090', 'http://192.168.1.6:8080', 'null']) {
    expect(await ask('POST', '/api/auth/logout', origin)).toBe(401)
    expect(await ask('GET', '/api/vehicles/export/csv', origin)).toBe(200)
  }
  expect((await hub.call('GET', '/api/auth/me', { token })).status).toBe(200)
  expect(await ask('POST', '/api/auth/logout', 'http://192.168.1.5:8080')).toBe(200)
})

test('answers unknown, wrong and disabled alike', async () => {
  await hub.addUser('ana@test.co', 'admin')
  await hub.addUser('off@test.co', 'admin')
  await hub.db
    .updateTable('users')
    .set({ disabled_at: 1 })
    .where('email', '=', 'off@test.co')
    .execute()
  const answers = await Promise.all([
    logIn('nobody@test.co'),
    logIn('ana@test.co', 'wrong'),
    logIn('off@test.co'),
  ])
  for (const answer of answers) {
    expect(answer.status).toBe(401)
    expect(await answer.json()).toEqual({
      error: 'invalid_credentials',
      message: 'Credenciales inválidas',
    })
  }
})

test('slows an account down after five failures and says for how long', async () => {
  await hub.addUser('ana@test.co', 'admin')
  for (let i = 0; i < 5; i++) expect((await logIn('ana@test.co', 'wrong')).status).toBe(401)
  const answer = await logIn('ana@test.co')
  expect(answer.status).toBe(429)
  expect(answer.headers.get('retry-after')).toBe('1')
  expect(await answer.json()).toMatchObject({ error: 'rate_limited' })
})

test('gives a wall screen 90 days and people 12 hours', async () => {
  await hub.addUser('wall@test.co', 'operator', true)
  await hub.addUser('ana@test.co', 'operator')
  await logIn('wall@test.co')
  await logIn('ana@test.co')
  const rows = await hub.db.selectFrom('sessions').selectAll().orderBy('id').execute()
  const hours = rows.map((row) => (row.expires_at - row.created_at) / 3_600_000)
  expect(hours).toEqual([90 * 24, 12])
})

test('names each fault of the input in Spanish', async () => {
  const answer = await hub.call('POST', '/api/auth/login', { body: { email: 7 } })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({
    error: 'invalid_input',
    issues: [
      { path: 'email', message: 'Tipo incorrecto: escribe un texto' },
      { path: 'password', message: 'Falta este campo; complétalo' },
    ],
  })
})

test('refuses bodies that are no JSON, not said to be JSON, or too long', async () => {
  const post = (body: string, type: string) =>
    hub.app.request('/api/auth/login', {
      method: 'POST',
      body,
      headers: { 'content-type': type },
    })
  expect((await post('{"email"', 'application/json')).status).toBe(400)
  expect((await post('{}', 'text/plain')).status).toBe(400)
  const long = JSON.stringify({ email: 'x'.repeat(70_000) })
  const answer = await post(long, 'application/json')
  expect(answer.status).toBe(413)
  expect(await answer.json()).toMatchObject({ error: 'too_large' })
})

test('offers the demo login only while its password is the known one', async () => {
  await hub.close()
  hub = await createTestHub({ demoAllowed: true })
  const demo = async () => {
    const answer = await hub.call('GET', '/api/public-config')
    return ((await answer.json()) as { demoLogin: unknown }).demoLogin
  }
  expect(await demo()).toBeNull()
  const id = await hub.addUser('admin@demo.local', 'superadmin')
  await hub.db.updateTable('users').set({ demo: 1 }).execute()
  expect(await demo()).toMatchObject({ email: 'admin@demo.local' })
  await setPasswordHash(hub.db, id, { hash: await cheapPasswords.hash('another one'), now: 1 })
  expect(await demo()).toBeNull()
})

test('lets nobody in with the known password where the demo is off', async () => {
  await hub.addUser('admin@demo.local', 'superadmin')
  await hub.db.updateTable('users').set({ demo: 1 }).execute()
  expect((await logIn('admin@demo.local')).status).toBe(401)
})

test('does not count a try against an account that it had no time to look at', async () => {
  await hub.close()
  let full = true
  const passwords: Passwords = {
    ...cheapPasswords,
    withPermit: (request, work) =>
      full
        ? Promise.reject(new PasswordsOverloaded('full'))
        : cheapPasswords.withPermit(request, work),
  }
  hub = await createTestHub({ passwords })
  await hub.addUser('ana@test.co', 'admin')
  for (let i = 0; i < 6; i++) expect((await logIn('ana@test.co')).status).toBe(429)
  full = false
  expect((await logIn('ana@test.co')).status).toBe(200)
})
