import type { AuditResponse, User, UsersResponse } from '@vehicle-control/protocol'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createCleanup } from '../../cleanup/cleanup.ts'
import { setUpFactor } from '../../testing/second-factor.ts'
import { type TestHub, createTestHub, silent, testPassword } from '../../testing/test-hub.ts'

let hub: TestHub
let token: string
beforeEach(async () => {
  hub = await createTestHub()
  token = await hub.tokenOf('superadmin')
})
afterEach(() => hub.close())

const get = async <T>(path: string) => (await (await hub.call('GET', path, { token })).json()) as T
const create = (body: unknown) => hub.call('POST', '/api/users', { token, body })
const patch = (id: number, body: unknown) => hub.call('PATCH', `/api/users/${id}`, { token, body })
const logIn = async (email: string, password: string) =>
  (await hub.call('POST', '/api/auth/login', { body: { email, password } })).status
/** Audit entries, oldest first. */
const auditEntries = async () =>
  (await get<AuditResponse>('/api/audit?pageSize=100')).items
    .map(({ actor, action, target, detail }) => [actor, action, target, detail])
    .toReversed()

const ana = { email: ' Ana@Test.co ', name: 'Ana', password: 'blue tractor', role: 'operator' }

test('adds an account that can log in, and notes who added it', async () => {
  const answer = await create(ana)
  expect(answer.status).toBe(201)
  const user = (await answer.json()) as User
  expect(user).toEqual({
    id: 2,
    email: 'ana@test.co',
    name: 'Ana',
    role: 'operator',
    kiosk: false,
    second_factor: 'off',
    disabled: false,
    state: 'active',
    activated: true,
    last_used_at: null,
    invite: null,
    created_at: expect.stringMatching(/^\d{4}-.*Z$/),
  })
  expect(await logIn('ana@test.co', 'blue tractor')).toBe(200)
  expect((await auditEntries())[0]).toEqual([
    'superadmin@test.co',
    'user.create',
    'ana@test.co',
    { role: 'operator', kiosk: false },
  ])
})

test('answers 409 to an email that is taken, also to the second of two at once', async () => {
  const statuses = (await Promise.all([create(ana), create(ana)])).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([201, 409]))
  const answer = await create({ ...ana, email: 'ANA@test.co' })
  expect(await answer.json()).toMatchObject({ error: 'duplicate' })
})

test.each([
  [{ email: 'no email' }, 'email'],
  [{ email: `${'x'.repeat(250)}@b.co` }, 'email'],
  [{ name: ' ' }, 'name'],
  [{ name: 'a\nb' }, 'name'],
  [{ name: 'a\u0000b' }, 'name'],
  [{ password: '123456789' }, 'password'],
  [{ password: 'xq7!kdm' }, 'password'],
  [{ role: 'root' }, 'role'],
  [{ role: 'admin', kiosk: true }, 'role'],
])('refuses the account with %o', async (fault, path) => {
  const answer = await create({ ...ana, ...fault })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error: 'invalid_input', issues: [{ path }] })
})

test('lists accounts by email, in pages and by a text in email or name', async () => {
  for (const name of ['Núria', 'Berta', 'Carla 100%']) {
    await hub.addUser(`${name.slice(0, 1).toLowerCase()}@test.co`, 'operator')
    await hub.db.updateTable('users').set({ name }).where('name', 'like', '_@test.co').execute()
  }
  const list = async (query: string) => {
    const { items, total } = await get<UsersResponse>(`/api/users${query}`)
    return [items.map(({ email }) => email), total]
  }
  const all = ['b@test.co', 'c@test.co', 'n@test.co', 'superadmin@test.co']
  expect(await list('')).toEqual([all, 4])
  for (let i = 0; i < 7; i++) await hub.addUser(`x${i}@test.co`, 'operator')
  expect(await list('?page=2&pageSize=10')).toEqual([['x6@test.co'], 11])
  expect(await list('?page=9')).toEqual([[], 11])
  expect(await list('?q=BERT')).toEqual([['b@test.co'], 1])
  expect(await list('?q=%25')).toEqual([['c@test.co'], 1])
  expect(await list('?q=n%C3%BAr')).toEqual([['n@test.co'], 1])
  expect((await hub.call('GET', '/api/users?page=0', { token })).status).toBe(400)
})

test('ends the sessions of who is disabled, demoted or given a password, not of the renamed', async () => {
  const id = await hub.addUser('ana@test.co', 'admin')
  const revoked: number[][] = []
  hub.bus.on('sessionsRevoked', (ids) => revoked.push(ids))
  const changes = [
    { name: 'Ana María' },
    { role: 'admin', disabled: false },
    { role: 'operator' },
    { password: testPassword },
    { disabled: true },
    { disabled: false },
  ]
  for (const change of changes) {
    await logIn('ana@test.co', testPassword)
    expect((await patch(id, change)).status).toBe(200)
  }
  // Session 1 is the caller's; 2, 3 and 4 were open when the role changed.
  expect(revoked).toEqual([[2, 3, 4], [5], [6]])
  const own = (await auditEntries()).filter(([actor]) => actor === 'superadmin@test.co')
  expect(own.map(([, action, target, detail]) => [action, target, detail])).toEqual([
    ['user.rename', 'ana@test.co', { before: 'ana@test.co', after: 'Ana María' }],
    ['user.role', 'ana@test.co', { before: 'admin', after: 'operator' }],
    ['user.password', 'ana@test.co', { via: 'superadmin' }],
    ['user.disable', 'ana@test.co', {}],
    ['user.enable', 'ana@test.co', {}],
  ])
  const { items } = await get<UsersResponse>('/api/users?q=ana')
  expect(items).toMatchObject([{ name: 'Ana María', role: 'operator', disabled: false }])
})

test('keeps the last superadmin who can log in, and lets nobody change their own role and state', async () => {
  const refused = async (id: number, body: unknown, message: string) => {
    const answer = await patch(id, body)
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({
      error: 'forbidden',
      message: expect.stringContaining(message),
    })
  }
  const other = await hub.addUser('other@test.co', 'superadmin')
  for (const own of [{ disabled: true }, { role: 'admin' }, { role: 'operator', name: 'x' }]) {
    await refused(1, own, 'Tu propio rol y estado')
  }
  expect((await patch(1, { role: 'superadmin', disabled: false, name: 'Yo' })).status).toBe(200)
  // Of no help: the one's demo password is refused at the login, the other has none yet.
  const isNoHelp = async (state: { demo?: 0 | 1; activated_at?: number | null }) => {
    await hub.db.updateTable('users').set(state).where('id', '=', 1).execute()
    await refused(other, { role: 'admin' }, 'último superadmin')
    await refused(other, { disabled: true }, 'último superadmin')
  }
  await isNoHelp({ demo: 1 })
  await isNoHelp({ demo: 0, activated_at: null })
  await hub.db.updateTable('users').set({ activated_at: 1 }).where('id', '=', 1).execute()
  expect((await patch(other, { disabled: true })).status).toBe(200)
})

test('lists accounts of a role or in a state', async () => {
  await hub.addUser('ana@test.co', 'admin')
  await hub.addUser('wall@test.co', 'operator', true)
  await hub.addUser('gone@test.co', 'operator', true)
  await hub.addUser('ida@test.co', 'admin')
  const set = async (email: string, state: { disabled_at?: number; activated_at?: null }) =>
    await hub.db.updateTable('users').set(state).where('email', '=', email).execute()
  await set('gone@test.co', { disabled_at: 1 })
  await set('ida@test.co', { activated_at: null })
  const list = async (query: string) =>
    (await get<UsersResponse>(`/api/users?${query}`)).items.map(({ email, state }) => [
      email,
      state,
    ])
  expect(await list('state=active')).toEqual([
    ['ana@test.co', 'active'],
    ['superadmin@test.co', 'active'],
  ])
  expect(await list('state=invited')).toEqual([['ida@test.co', 'invited']])
  expect(await list('state=disabled')).toEqual([['gone@test.co', 'disabled']])
  expect(await list('state=wall')).toEqual([['wall@test.co', 'wall']])
  expect(await list('role=admin&state=active')).toEqual([['ana@test.co', 'active']])
  expect(await list('role=operator&q=WALL')).toEqual([['wall@test.co', 'wall']])
  expect((await hub.call('GET', '/api/users?state=gone', { token })).status).toBe(400)
})

test('tells when an account was last used, also when its sessions are gone', async () => {
  const ana = await hub.addUser('ana@test.co', 'operator')
  const wall = await hub.addUser('wall@test.co', 'operator', true)
  await hub.addUser('new@test.co', 'operator')
  const used = async () =>
    (await get<UsersResponse>('/api/users')).items
      .filter(({ email }) => !email.startsWith('superadmin'))
      .map(({ last_used_at }) => last_used_at && Date.parse(last_used_at))
  expect(await used()).toEqual([null, null, null])
  const session = { user_id: ana, created_at: 1000, expires_at: 2000, address: null }
  const sessions = [
    { ...session, token_hash: 'x', last_used_at: 1500 },
    { ...session, token_hash: 'y', last_used_at: null },
  ]
  await hub.db.insertInto('sessions').values(sessions).execute()
  await hub.db.updateTable('walls').set({ seen_at: 7000 }).where('user_id', '=', wall).execute()
  expect(await used()).toEqual([1500, null, 7000])
  const cleanup = createCleanup({ db: hub.db, log: silent, now: Date.now })
  await cleanup.start()
  cleanup.stop()
  const left = hub.db.selectFrom('sessions').select('id').where('user_id', '=', ana)
  expect(await left.execute()).toEqual([])
  expect(await used()).toEqual([1500, null, 7000])
})

test('sets nobody their own password without the present one, and changes nothing beside it', async () => {
  const hash = hub.db.selectFrom('users').select('password_hash').where('id', '=', 1)
  const before = await hash.execute()
  const answer = await patch(1, { name: 'Another', password: 'blue tractor' })
  expect(answer.status).toBe(403)
  expect(await answer.json()).toMatchObject({
    error: 'forbidden',
    message: expect.stringContaining('«Cambiar contraseña»'),
  })
  expect(await hash.execute()).toEqual(before)
  expect(await auditEntries()).toEqual([])
  expect((await get<UsersResponse>('/api/users')).items).toMatchObject([
    { name: 'superadmin@test.co' },
  ])
  const change = { currentPassword: testPassword, newPassword: 'blue tractor' }
  const own = await hub.call('POST', '/api/auth/change-password', { token, body: change })
  expect(own.status).toBe(200)
})

test('changes nothing where one of the changes is refused', async () => {
  const answer = await patch(1, { name: 'Another', role: 'admin' })
  expect(answer.status).toBe(403)
  const rows = await hub.db.selectFrom('users').select(['name', 'role']).execute()
  expect(rows).toEqual([{ name: 'superadmin@test.co', role: 'superadmin' }])
  expect(await auditEntries()).toEqual([])
})

test('keeps a wall screen look-only', async () => {
  await create({ ...ana, kiosk: true })
  expect((await patch(2, { role: 'admin' })).status).toBe(400)
  expect((await patch(2, { name: 'Wall' })).status).toBe(200)
})

test.each(['999', '0', 'x', '1e1', '99999999999999999999'])('answers 404 to %s', async (id) => {
  const answer = await hub.call('PATCH', `/api/users/${id}`, { token, body: { name: 'x' } })
  expect(answer.status).toBe(404)
})

describe('a change of who saw another account than there is', () => {
  const seen = { name: 'Ana', role: 'admin', disabled: false }
  const stored = async (id: number) => await get<User>(`/api/users/${id}`)
  let id: number
  beforeEach(async () => {
    id = await hub.addUser('ana@test.co', 'admin')
    await hub.db.updateTable('users').set({ name: 'Ana' }).where('id', '=', id).execute()
  })

  test.each([
    ['the name', { name: 'Ana Sol' }],
    ['the role', { role: 'operator' as const }],
    ['the state', { disabled_at: 1 }],
  ])('is refused where %s differs, whoever changed it', async (_, theirs) => {
    // As the command line or an older hub writes it.
    await hub.db.updateTable('users').set(theirs).where('id', '=', id).execute()
    const before = await stored(id)
    const answer = await patch(id, { role: 'operator', name: 'Ana Mar', seen })
    expect(answer.status).toBe(412)
    expect(await answer.json()).toEqual({
      error: 'changed_meanwhile',
      message: 'Otra persona cambió esta cuenta; revisa lo que cambió e intenta de nuevo',
    })
    expect(await stored(id)).toEqual(before)
    expect(await auditEntries()).toEqual([])
    const { name, role, disabled } = before
    const knowing = { name: 'Ana Mar', seen: { name, role, disabled } }
    expect(await (await patch(id, knowing)).json()).toMatchObject({ name: 'Ana Mar', role })
  })

  test('is refused to the second of two at once', async () => {
    const changes = [{ name: 'Ana Sol' }, { role: 'operator' }]
    const answers = await Promise.all(changes.map((change) => patch(id, { ...change, seen })))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 412])
    const { name, role } = await stored(id)
    const isFirst = statuses[0] === 200
    expect([name, role]).toEqual(isFirst ? ['Ana Sol', 'admin'] : ['Ana', 'operator'])
  })

  test('is made where only what was not said to be seen differs, or nothing was', async () => {
    await hub.db.updateTable('users').set({ name: 'Ana Sol' }).where('id', '=', id).execute()
    expect((await patch(id, { role: 'operator', seen: { role: 'admin' } })).status).toBe(200)
    expect((await patch(id, { role: 'admin' })).status).toBe(200)
  })

  test('uses up no code', async () => {
    const now = Date.now()
    const { code } = await setUpFactor(hub, token, now)
    const proof = { currentPassword: testPassword, code: code(now + 30_000) }
    const promote = async (name: string) => {
      const body = { role: 'superadmin', proof, seen: { ...seen, name } }
      return (await patch(id, body)).status
    }
    expect([await promote('Eva'), await promote('Ana')]).toEqual([412, 200])
  })
})
