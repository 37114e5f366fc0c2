import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { limitPasswords } from '../../auth/passwords/passwords.ts'
import type { ResetMessage } from '../../auth/password-reset/reset-delivery.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'
import { disableUser, setPasswordHash } from '../../store/people/users.ts'
import { type TestHub, cheapScrypt, createTestHub, testPassword } from '../../testing/test-hub.ts'

const MINUTE_MS = 60_000
const next = 'a better one'
let hub: TestHub
let now: number
let hashes: number
let sent: ResetMessage[]
let onSent: EventTarget
beforeEach(async () => {
  now = Date.now()
  hashes = 0
  sent = []
  onSent = new EventTarget()
  hub = await createTestHub({
    now: () => now,
    passwords: limitPasswords({
      hash: (password) => cheapScrypt.hash(password).finally(() => hashes++),
      verify: (password, phc) => cheapScrypt.verify(password, phc).finally(() => hashes++),
    }),
    resetRateLimit: { requested: async () => 0, tried: async () => 0 },
    deliverReset(message) {
      sent.push(message)
      onSent.dispatchEvent(new Event('sent'))
    },
  })
})
afterEach(() => hub.close())

const post = (path: string, body: unknown, token?: string) =>
  hub.call('POST', `/api/auth/${path}`, token === undefined ? { body } : { body, token })
const logIn = (email: string, password: string) => post('login', { email, password })
const statusOfMe = async (token: string) =>
  (await hub.call('GET', '/api/auth/me', { token })).status

/** The token that the account's holder gets to see. */
async function tokenFor(email: string): Promise<string> {
  const delivered = once(onSent, 'sent')
  expect((await post('request-reset', { email })).status).toBe(200)
  await delivered
  return sent.at(-1)?.token ?? ''
}

test('sets a password by a token, logs in and ends every other session', async () => {
  const old = await hub.tokenOf('admin')
  await hub.db.updateTable('users').set({ demo: 1 }).execute()
  const revoked: number[][] = []
  hub.bus.on('sessionsRevoked', (ids) => revoked.push(ids))
  const token = await tokenFor(' ADMIN@test.co ')
  expect(token).toMatch(/^[\w-]{43}$/)

  const answer = await post('reset-password', { token: ` ${token}\n`, newPassword: next })
  expect(answer.status).toBe(200)
  const body = (await answer.json()) as { ok: boolean; token: string; user: unknown }
  expect(body).toMatchObject({ ok: true, user: { email: 'admin@test.co', role: 'admin' } })
  expect(answer.headers.get('set-cookie')).toContain(`vc_session=${body.token};`)
  expect(revoked).toEqual([[1]])
  expect(await statusOfMe(old)).toBe(401)
  expect(await statusOfMe(body.token)).toBe(200)
  expect((await logIn('admin@test.co', testPassword)).status).toBe(401)
  expect((await logIn('admin@test.co', next)).status).toBe(200)
  const user = await hub.db.selectFrom('users').select('demo').executeTakeFirst()
  expect(user?.demo).toBe(0)
})

test('keeps only the hash of a token, and no token in the audit log', async () => {
  await hub.addUser('ana@test.co', 'operator')
  const token = await tokenFor('ana@test.co')
  const rows = [
    await hub.db.selectFrom('password_resets').selectAll().execute(),
    await hub.db.selectFrom('audit_log').selectAll().execute(),
  ]
  expect(rows[0]).toMatchObject([{ user_id: 1, expires_at: now + 30 * MINUTE_MS }])
  expect(rows[1]).toMatchObject([{ actor: 'hub', action: 'user.request_reset' }])
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('gives a token to one of fifty who present it at once', async () => {
  await hub.addUser('ana@test.co', 'operator')
  const token = await tokenFor('ana@test.co')
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      post('reset-password', { token, newPassword: `password of ${i}` }),
    ),
  )
  const winners = answers.flatMap(({ status }, i) => (status === 200 ? [i] : []))
  expect(winners).toHaveLength(1)
  // Too many at once for the queue of passwords is the other way to lose.
  for (const { status } of answers) expect([200, 400, 429]).toContain(status)
  expect((await logIn('ana@test.co', `password of ${winners[0]}`)).status).toBe(200)
  expect(await hub.db.selectFrom('sessions').select('id').execute()).toHaveLength(2)
})

test('refuses a token that is wrong, used, too old or not the newest, without hashing', async () => {
  await hub.addUser('ana@test.co', 'operator')
  const first = await tokenFor('ana@test.co')
  const second = await tokenFor('ana@test.co')
  hashes = 0
  const refused = async (token: string) => {
    const answer = await post('reset-password', { token, newPassword: next })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      error: 'invalid_input',
      message: expect.stringContaining('El token no es válido'),
      issues: [{ path: 'token' }],
    })
  }
  await refused('no such token')
  await refused(first)
  now += 30 * MINUTE_MS
  await refused(second)
  expect(hashes).toBe(0)
  now -= 1
  expect((await post('reset-password', { token: second, newPassword: next })).status).toBe(200)
  hashes = 0
  await refused(second)
  expect(hashes).toBe(0)
})

test('answers known, unknown and disabled alike, and before it has looked', async () => {
  await hub.addUser('ana@test.co', 'operator')
  await disableUser(hub.db, await hub.addUser('off@test.co', 'operator'), now)
  const delivered = once(onSent, 'sent')
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => (letGo = resolve))
  const held = withLockOfAllHubs(hub.db, () => gate)
  // The store is held: whoever looked first would not answer.
  for (const email of ['nobody@test.co', 'off@test.co', 'ana@test.co']) {
    const answer = await post('request-reset', { email })
    expect([answer.status, await answer.json()]).toEqual([200, { ok: true }])
  }
  expect([hashes, sent]).toEqual([0, []])
  letGo()
  await held
  await delivered
  expect(hashes).toBe(0)
  expect(sent.map(({ email }) => email)).toEqual(['ana@test.co'])
})

test('makes an open token void when the account is disabled or gets a password otherwise', async () => {
  const session = await hub.tokenOf('operator')
  const before = await tokenFor('operator@test.co')
  await post('change-password', { currentPassword: testPassword, newPassword: next }, session)
  expect((await post('reset-password', { token: before, newPassword: next })).status).toBe(400)
  const late = await tokenFor('operator@test.co')
  await disableUser(hub.db, 1, now)
  expect((await post('reset-password', { token: late, newPassword: next })).status).toBe(400)
})

test('changes the own password, ends every session and gives a new token', async () => {
  const old = await hub.tokenOf('operator')
  const elsewhere = ((await (await logIn('operator@test.co', testPassword)).json()) as Answer).token
  const revoked: number[][] = []
  hub.bus.on('sessionsRevoked', (ids) => revoked.push(ids.toSorted((a, b) => a - b)))
  const change = { currentPassword: testPassword, newPassword: next }
  const answer = await post('change-password', change, old)
  expect(answer.status).toBe(200)
  const { ok, token } = (await answer.json()) as Answer
  expect(ok).toBe(true)
  expect(revoked).toEqual([[1, 2]])
  const statuses = [await statusOfMe(old), await statusOfMe(elsewhere), await statusOfMe(token)]
  expect(statuses).toEqual([401, 401, 200])
  expect((await logIn('operator@test.co', next)).status).toBe(200)
})

test('lets people choose six characters for themselves', async () => {
  const token = await hub.tokenOf('operator')
  const change = { currentPassword: testPassword, newPassword: 'xq7¡kd' }
  expect((await post('change-password', change, token)).status).toBe(200)
})

interface Answer {
  ok: boolean
  token: string
}

test('takes a password in either spelling of its accents', async () => {
  const token = await hub.tokenOf('operator')
  const change = { currentPassword: testPassword, newPassword: 'contraseña única'.normalize('NFD') }
  expect((await post('change-password', change, token)).status).toBe(200)
  const composed = 'contraseña única'.normalize('NFC')
  expect((await logIn('operator@test.co', composed)).status).toBe(200)
})

test('slows down who guesses the current password, and leaves their session be', async () => {
  const token = await hub.tokenOf('operator')
  const guess = { currentPassword: 'wrong', newPassword: next }
  for (let i = 0; i < 5; i++) {
    const answer = await post('change-password', guess, token)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ issues: [{ path: 'currentPassword' }] })
  }
  const answer = await post('change-password', guess, token)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1'])
  expect((await logIn('operator@test.co', testPassword)).status).toBe(429)
  expect(await statusOfMe(token)).toBe(200)
})

test('lets a new password win over whoever was being let in by the old one', async () => {
  await hub.close()
  hub = await createTestHub({
    passwords: limitPasswords({
      ...cheapScrypt,
      async verify(password, phc) {
        const right = await cheapScrypt.verify(password, phc)
        await setPasswordHash(hub.db, 1, { hash: await cheapScrypt.hash('set meanwhile'), now: 1 })
        return right
      },
    }),
  })
  const token = await hub.tokenOf('operator')
  expect((await logIn('operator@test.co', testPassword)).status).toBe(401)
  const change = { currentPassword: 'set meanwhile', newPassword: next }
  expect((await post('change-password', change, token)).status).toBe(400)
  expect(await hub.db.selectFrom('sessions').select('id').execute()).toHaveLength(1)
})

test.each([
  ['12345', 'Es muy corto: usa al menos 6 caracteres'],
  ['x'.repeat(257), 'Es muy largo: usa 256 caracteres o menos'],
  ['Password1', 'Es una contraseña muy común; elige otra que no sea fácil de adivinar'],
  ['contraseña'.normalize('NFD'), expect.stringContaining('muy común')],
])('refuses the new password %#', async (newPassword, message) => {
  const answer = await post('reset-password', { token: 'whatever', newPassword })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ issues: [{ path: 'newPassword', message }] })
})
