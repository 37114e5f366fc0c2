import type { ErrorBody, Role } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createNotedMail, type NotedMail } from '../../testing/noted-mail.ts'
import { setUpFactor } from '../../testing/second-factor.ts'
import { createTestHub, type TestHub, testPassword } from '../../testing/test-hub.ts'

const STEP_MS = 30_000
const proof = { currentPassword: testPassword }

let hub: TestHub
let token: string
let now: number
let mail: NotedMail
beforeEach(async () => {
  now = Date.UTC(2026, 0, 1)
  mail = createNotedMail()
  hub = await createTestHub({ now: () => now, peopleMail: mail })
  token = await hub.tokenOf('superadmin')
})
afterEach(() => hub.close())

/** Gives back the id of an account that is there, in a state of its own. */
async function account(role: Role, state: Record<string, number | null> = {}): Promise<number> {
  const id = await hub.addUser('ana@test.co', role)
  if (Object.keys(state).length > 0) {
    await hub.db.updateTable('users').set(state).where('id', '=', id).execute()
  }
  return id
}
const factorOf = async (role: Role) => {
  const id = await account(role)
  const factor = { user_id: id, secret: '', created_at: 1, confirmed_at: 1, failures: 0 }
  await hub.db.insertInto('second_factors').values(factor).execute()
  return id
}
const made = { email: 'new@test.co', name: 'New', role: 'superadmin' }

/** Each act that asks for a proof: what it needs, its call, its answer, and of what it tells whom. */
const ACTS: Record<
  string,
  {
    prepare?: () => Promise<number>
    call: (id: number) => [method: string, path: string, body: object]
    status?: number
    tells?: string
  }
> = {
  'reset a second factor': {
    prepare: () => factorOf('operator'),
    call: (id) => ['POST', `/api/users/${id}/second-factor-reset`, {}],
    tells: 'ana@test.co factor_reset',
  },
  'make somebody superadmin': {
    prepare: () => account('operator'),
    call: (id) => ['PATCH', `/api/users/${id}`, { role: 'superadmin' }],
    tells: 'ana@test.co made_superadmin',
  },
  'make somebody superadmin who is disabled': {
    prepare: () => account('operator', { disabled_at: 1 }),
    call: (id) => ['PATCH', `/api/users/${id}`, { role: 'superadmin', disabled: false }],
    tells: 'ana@test.co made_superadmin',
  },
  'add a superadmin': {
    call: () => ['POST', '/api/users', { ...made, password: 'blue tractor' }],
    status: 201,
    tells: 'new@test.co made_superadmin',
  },
  'invite a superadmin': {
    call: () => ['POST', '/api/users/invites', made],
    status: 201,
  },
  'invite a superadmin again': {
    prepare: () => account('superadmin', { activated_at: null }),
    call: (id) => ['POST', `/api/users/${id}/invite`, {}],
  },
  'reactivate a superadmin': {
    prepare: () => account('superadmin', { disabled_at: 1 }),
    call: (id) => ['PATCH', `/api/users/${id}`, { disabled: false }],
    tells: 'ana@test.co superadmin_enabled',
  },
  'set the password of a superadmin': {
    prepare: () => account('superadmin'),
    call: (id) => ['PATCH', `/api/users/${id}`, { password: 'blue tractor' }],
    tells: 'ana@test.co password_set',
  },
  'set the password of a superadmin who becomes something else': {
    prepare: () => account('superadmin'),
    call: (id) => ['PATCH', `/api/users/${id}`, { password: 'blue tractor', role: 'admin' }],
    tells: 'ana@test.co password_set',
  },
  'set the password of a superadmin who waits for an invite': {
    prepare: () => account('superadmin', { activated_at: null }),
    call: (id) => ['PATCH', `/api/users/${id}`, { password: 'blue tractor' }],
    tells: 'ana@test.co password_set',
  },
}

/** All that an act could change, but for who was used when. */
const everything = async () =>
  JSON.stringify([
    await hub.db.selectFrom('users').selectAll().orderBy('id').execute(),
    await hub.db.selectFrom('user_invites').selectAll().execute(),
    await hub.db.selectFrom('second_factors').select(['user_id']).orderBy('user_id').execute(),
    await hub.db.selectFrom('sessions').select(['id', 'revoked_at']).orderBy('id').execute(),
    await hub.db.selectFrom('audit_log').select('id').execute(),
  ])
const errorOf = async (answer: Response) => (await answer.json()) as ErrorBody

test.each(Object.entries(ACTS))('a stolen session does not %s', async (_, act) => {
  const [method, path, body] = act.call((await act.prepare?.()) ?? 0)
  const send = (more: object = {}) => hub.call(method, path, { token, body: { ...body, ...more } })
  const before = await everything()
  const bare = await send()
  expect(bare.status).toBe(403)
  expect(await errorOf(bare)).toEqual({
    error: 'proof_required',
    message: 'Confirma que eres tú: escribe tu contraseña, y tu código si usas uno',
  })
  const wrong = await send({ proof: { currentPassword: 'guessed' } })
  expect(wrong.status).toBe(400)
  expect(await errorOf(wrong)).toEqual({
    error: 'invalid_input',
    message: 'La contraseña actual no es correcta; escríbela de nuevo',
    issues: [
      {
        path: 'proof.currentPassword',
        message: 'La contraseña actual no es correcta; escríbela de nuevo',
      },
    ],
  })
  expect(await everything()).toBe(before)
  expect([mail.invites, mail.notices]).toEqual([[], []])

  expect((await send({ proof })).status).toBe(act.status ?? 200)
  expect(await everything()).not.toBe(before)
  const told = mail.notices.map(({ email, what, by }) => {
    expect(by).toBe('superadmin@test.co')
    return `${email} ${what}`
  })
  expect(told).toEqual(act.tells ? [act.tells] : [])
})

test.each(Object.entries(ACTS))(
  'nor does it %s by the password without the code',
  async (_, act) => {
    const { code } = await setUpFactor(hub, token, now)
    const [method, path, body] = act.call((await act.prepare?.()) ?? 0)
    const send = (more: object) =>
      hub.call(method, path, { token, body: { ...body, proof: { ...proof, ...more } } })
    const before = await everything()
    expect(await errorOf(await send({}))).toMatchObject({ error: 'proof_required' })
    now += STEP_MS
    // One that is wrong, and the one by which the factor was set up.
    for (const bad of ['000000', code(now - STEP_MS)]) {
      const answer = await send({ code: bad })
      expect(answer.status).toBe(400)
      expect(await errorOf(answer)).toMatchObject({ issues: [{ path: 'proof.code' }] })
    }
    expect(await everything()).toBe(before)
    expect((await send({ code: code(now) })).status).toBe(act.status ?? 200)
  },
)

test('a code is good for one act', async () => {
  const { code } = await setUpFactor(hub, token, now)
  const id = await factorOf('operator')
  now += STEP_MS
  const body = { proof: { ...proof, code: code(now) } }
  const reset = () => hub.call('POST', `/api/users/${id}/second-factor-reset`, { token, body })
  const statuses = (await Promise.all([reset(), reset()])).map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400])
})

test('a code is used up by an act that is refused, too', async () => {
  const { code } = await setUpFactor(hub, token, now)
  const [kiosk, ana] = [await hub.addUser('wall@test.co', 'operator', true), await account('admin')]
  now += STEP_MS
  const body = { role: 'superadmin', proof: { ...proof, code: code(now) } }
  const promote = (id: number) => hub.call('PATCH', `/api/users/${id}`, { token, body })
  expect(await errorOf(await promote(kiosk))).toMatchObject({ issues: [{ path: 'role' }] })
  expect(await errorOf(await promote(ana))).toMatchObject({ issues: [{ path: 'proof.code' }] })
})

test('guesses are as slow as at the login, count there too, and are in the audit log', async () => {
  const id = await account('operator')
  const guess = (currentPassword: string) => {
    const body = { role: 'superadmin', proof: { currentPassword } }
    return hub.call('PATCH', `/api/users/${id}`, { token, body })
  }
  for (let i = 0; i < 5; i++) expect((await guess(`guess ${i}`)).status).toBe(400)
  const refused = await guess(testPassword)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  const body = { email: 'superadmin@test.co', password: testPassword }
  expect((await hub.call('POST', '/api/auth/login', { body })).status).toBe(429)
  await hub.failedLogins.write()
  const entries = await hub.db.selectFrom('audit_log').select(['action', 'target']).execute()
  expect(entries).toEqual([
    { action: 'user.proof_refused', target: 'ana@test.co' },
    { action: 'login.failed', target: 'superadmin@test.co' },
  ])
})

test('a refused proof is an entry, one a minute of each who acts', async () => {
  const id = await factorOf('operator')
  const wrong = { proof: { currentPassword: 'guessed' } }
  const reset = () =>
    hub.call('POST', `/api/users/${id}/second-factor-reset`, { token, body: wrong })
  const invite = () =>
    hub.call('POST', '/api/users/invites', { token, body: { ...made, ...wrong } })
  for (const act of [reset, invite]) expect((await act()).status).toBe(400)
  now += 60_000
  await hub.db
    .updateTable('sessions')
    .set({ expires_at: now + 60_000 })
    .execute()
  expect((await invite()).status).toBe(400)
  await hub.failedLogins.write()
  const entries = await hub.db.selectFrom('audit_log').selectAll().orderBy('id').execute()
  const entry = { actor: 'superadmin@test.co', action: 'user.proof_refused', address: '192.0.2.1' }
  expect(entries).toMatchObject([
    { ...entry, at: now - 60_000, target: 'ana@test.co' },
    { ...entry, at: now, target: 'superadmin@test.co' },
  ])
  expect(entries.map(({ detail }) => JSON.parse(detail))).toEqual([
    { act: 'POST /api/users/:id/second-factor-reset', reason: 'wrong' },
    { act: 'POST /api/users/invites', reason: 'wrong' },
  ])
})

test('so is a code that is wrong, but not one that is missing', async () => {
  await setUpFactor(hub, token, now)
  const body = { ...made, proof: { ...proof, code: '000000' } }
  const invite = (body: object) => hub.call('POST', '/api/users/invites', { token, body })
  expect((await invite({ ...made, proof })).status).toBe(403)
  await hub.failedLogins.write()
  const refused = () =>
    hub.db.selectFrom('audit_log').select('detail').where('action', '=', 'user.proof_refused')
  expect(await refused().execute()).toEqual([])
  expect((await invite(body)).status).toBe(400)
  await hub.failedLogins.write()
  const [entry] = await refused().execute()
  expect(JSON.parse(entry?.detail ?? '')).toEqual({
    act: 'POST /api/users/invites',
    reason: 'code_wrong',
  })
})

test('a right proof of what is refused all the same is no failed login', async () => {
  const kiosk = await hub.addUser('wall@test.co', 'operator', true)
  for (let i = 0; i < 7; i++) {
    const body = { role: 'admin', proof }
    const answer = await hub.call('PATCH', `/api/users/${kiosk}`, { token, body })
    expect(await errorOf(answer)).toMatchObject({ issues: [{ path: 'role' }] })
  }
  const body = { email: 'superadmin@test.co', password: testPassword }
  expect((await hub.call('POST', '/api/auth/login', { body })).status).toBe(200)
})

test('what nobody gets in by asks for nothing, and tells the holder of a new password', async () => {
  const id = await account('admin')
  const patch = async (body: object) =>
    (await hub.call('PATCH', `/api/users/${id}`, { token, body })).status
  for (const body of [
    { name: 'Ana María' },
    { role: 'operator' },
    { disabled: true },
    { disabled: false },
    { password: 'blue tractor' },
  ]) {
    expect(await patch(body)).toBe(200)
  }
  expect(mail.notices.map(({ what }) => what)).toEqual(['password_set'])
})

test('takes away the factor of another one, with its sessions, and not the own', async () => {
  const id = await factorOf('admin')
  const session = { user_id: id, token_hash: 'x', created_at: 1, expires_at: now + 1e6 }
  await hub.db
    .insertInto('sessions')
    .values({ ...session, address: null })
    .execute()
  const revoked: number[] = []
  hub.bus.on('sessionsRevoked', (ids) => revoked.push(...ids))
  const reset = (of: number) =>
    hub.call('POST', `/api/users/${of}/second-factor-reset`, { token, body: { proof } })
  expect(await (await reset(id)).json()).toMatchObject({ second_factor: 'off' })
  expect(revoked).toEqual([2])
  expect((await reset(1)).status).toBe(403)
  // There is none any more: nothing to tell.
  expect((await reset(id)).status).toBe(200)
  expect(mail.notices).toHaveLength(1)
  const entries = await hub.db.selectFrom('audit_log').select(['action', 'target']).execute()
  expect(entries).toEqual([{ action: 'user.2fa_reset', target: 'ana@test.co' }])
})
