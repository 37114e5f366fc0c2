import { type ErrorBody, InviteSent, type LoginResponse, User } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createNotedMail, type NotedMail, tokenOfLink } from '../../testing/noted-mail.ts'
import { createTestHub, type TestHub, testPassword } from '../../testing/test-hub.ts'

const HOUR_MS = 3_600_000
const proof = { currentPassword: testPassword }
const password = 'green tractor'
const sol = { email: ' Sol@Test.co ', name: 'Sol', role: 'admin' }

let hub: TestHub
let token: string
let now: number
let mail: NotedMail
beforeEach(async () => {
  now = Date.UTC(2026, 0, 1)
  mail = createNotedMail()
  await open()
})
afterEach(() => hub.close())

async function open(parts: Parameters<typeof createTestHub>[0] = {}): Promise<void> {
  hub = await createTestHub({ now: () => now, ...parts })
  token = await hub.tokenOf('superadmin')
}
/** The session of the superadmin lives for a minute: this one's as long as a person's. */
async function later(ms: number): Promise<void> {
  now += ms
  await hub.db
    .updateTable('sessions')
    .set({ expires_at: now + 60_000 })
    .execute()
}
const post = (path: string, body: object = {}, from?: string) =>
  hub.call('POST', path, { token, body, ...(from && { from }) })
async function invite(body: object = sol): Promise<InviteSent> {
  const answer = await post('/api/users/invites', body)
  expect(answer.status).toBe(201)
  return InviteSent.parse(await answer.json())
}
const again = (id: number, body: object = {}) => post(`/api/users/${id}/invite`, body)
const revoke = (id: number) => hub.call('DELETE', `/api/users/${id}/invite`, { token })
const accept = (shown: string) =>
  hub.call('POST', '/api/auth/invites/accept', { body: { token: shown, password } })
const look = (shown: string) =>
  hub.call('POST', '/api/auth/invites/look', { body: { token: shown } })
const logIn = async (email: string, by: string) =>
  (await hub.call('POST', '/api/auth/login', { body: { email, password: by } })).status
const errorOf = async (answer: Response) => (await answer.json()) as ErrorBody
async function userOf(id: number): Promise<User> {
  const { items } = (await (await hub.call('GET', '/api/users', { token })).json()) as {
    items: unknown[]
  }
  return User.parse(items.find((item) => (item as User).id === id))
}
const rows = (table: 'user_invites' | 'sessions' | 'password_resets') =>
  hub.db.selectFrom(table).selectAll().execute()
const audited = async () =>
  (
    await hub.db
      .selectFrom('audit_log')
      .select(['action', 'actor', 'detail'])
      .orderBy('id')
      .execute()
  ).map(({ action, actor, detail }) => [action, actor, detail])

test('shows the link once where no mailer is set, and lets its holder in', async () => {
  const { user, invite: sent } = await invite()
  expect(user).toMatchObject({
    email: 'sol@test.co',
    state: 'invited',
    activated: false,
    disabled: false,
    last_used_at: null,
    invite: {
      expires_at: '2026-01-04T00:00:00.000Z',
      sent_by: 'superadmin@test.co',
      expired: false,
    },
  })
  expect(sent).toMatchObject({ mailed: false, expires_at: '2026-01-04T00:00:00.000Z' })
  expect(sent.link).toMatch(/^http:\/\/localhost\/invitacion#token=[\w-]{43}$/)
  const shown = tokenOfLink(sent.link)
  expect(await (await look(shown)).json()).toEqual({
    email: 'sol@test.co',
    name: 'Sol',
    role: 'admin',
    site_name: null,
  })
  const stored = JSON.stringify(await rows('user_invites'))
  expect(stored).not.toContain(shown)

  const answer = await accept(shown)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('set-cookie')).toContain('vc_session=')
  const opened = (await answer.json()) as LoginResponse
  expect(opened.user).toMatchObject({ email: 'sol@test.co', role: 'admin', second_factor: 'off' })
  const me = await hub.call('GET', '/api/auth/me', { token: opened.token })
  expect(me.status).toBe(200)
  expect(await logIn('sol@test.co', password)).toBe(200)
  expect(await userOf(user.id)).toMatchObject({
    state: 'active',
    activated: true,
    invite: null,
    last_used_at: '2026-01-01T00:00:00.000Z',
  })
  expect((await audited()).slice(0, 2)).toEqual([
    ['user.invite', 'superadmin@test.co', '{"role":"admin"}'],
    ['user.invite_accept', 'sol@test.co', '{"role":"admin"}'],
  ])
})

test('names the site, and leads a role that needs a second factor to set it up', async () => {
  await hub.close()
  await open({ siteName: 'Puerto Norte', secondFactorRoles: ['admin'] })
  const shown = tokenOfLink((await invite()).invite.link)
  expect(await (await look(shown)).json()).toMatchObject({ site_name: 'Puerto Norte' })
  const opened = (await (await accept(shown)).json()) as LoginResponse
  expect(opened.user.second_factor).toBe('required')
  const list = await hub.call('GET', '/api/vehicles', { token: opened.token })
  expect(list.status).toBe(403)
})

test('writes the public address into the link, or the one that the browser asked for', async () => {
  const link = async (host: string) => {
    const body = { ...sol, email: `${host.length}@test.co` }
    const options = { token, body, headers: { host } }
    const answer = await hub.call('POST', '/api/users/invites', options)
    return InviteSent.parse(await answer.json()).invite.link?.split('#')[0]
  }
  expect(await link('192.0.2.7:8080')).toBe('http://192.0.2.7:8080/invitacion')
  await hub.close()
  await open({ publicOrigin: 'https://hub.example' })
  expect(await link('localhost')).toBe('https://hub.example/invitacion')
})

test('mails the link, shows it to nobody, and shows it where the mail server did not take it', async () => {
  await hub.close()
  await open({ peopleMail: mail })
  const first = await invite()
  expect(first.invite).toMatchObject({ mailed: true, mail_trouble: null, link: null })
  expect(mail.invites).toMatchObject([
    { email: 'sol@test.co', role: 'admin', by: 'superadmin@test.co' },
  ])
  mail.fate = 'waits'
  const second = InviteSent.parse(await (await again(first.user.id)).json())
  const link = mail.invites[1]?.link
  expect(second.invite).toMatchObject({ mailed: false, mail_trouble: 'waits', link })
  // The invite stands: by hand, and by the mail that is tried again.
  expect((await look(tokenOfLink(link))).status).toBe(200)
  mail.fate = 'refused'
  const third = InviteSent.parse(await (await again(first.user.id)).json())
  expect(third.invite).toMatchObject({ mailed: false, mail_trouble: 'refused', link: null })
  expect((await userOf(first.user.id)).invite).not.toBeNull()
})

test.each([
  ['machine', 'localhost:8080 127.0.0.1:8080 [::1]'],
  ['site', '10.0.0.7 172.20.1.2:8080 192.168.1.20 [fd12:3456::7] [fe80::7] porteria hub.local'],
  ['unknown', 'hub.example 203.0.113.66 172.32.1.2 [2001:db8::7] fd.example'],
])('says from where a link can be opened: %s, of %s', async (reach, hosts) => {
  for (const host of hosts.split(' ')) {
    await hub.close()
    await open({ publicOrigin: `http://${host}`, peopleMail: mail })
    expect([host, (await invite()).invite.reach]).toEqual([host, reach])
  }
})

test('mails no link to an address that the caller has made up: it is shown', async () => {
  await hub.close()
  await open({ peopleMail: mail })
  for (const host of ['203.0.113.66', '[2001:db8::66]:8080']) {
    const body = { ...sol, email: `${host.length}@test.co` }
    const answer = await hub.call('POST', '/api/users/invites', { token, body, headers: { host } })
    const { invite: sent } = InviteSent.parse(await answer.json())
    expect(sent).toMatchObject({ mailed: false, link: expect.stringContaining(host) })
  }
  expect(mail.invites).toEqual([])
})

test('revokes no account that acts, nor leaves a login from before its activation', async () => {
  // As an older hub beside this one leaves the account that it has added.
  await hub.db.updateTable('users').set({ activated_at: null }).where('id', '=', 1).execute()
  expect((await hub.call('DELETE', '/api/users/1/invite', { token })).status).toBe(403)
  const { invite: sent, user } = await invite()
  const session = { user_id: user.id, token_hash: 'x', created_at: 1, expires_at: 9e15 }
  await hub.db
    .insertInto('sessions')
    .values({ ...session, address: null })
    .execute()
  expect((await accept(tokenOfLink(sent.link ?? undefined))).status).toBe(200)
  const old = hub.db.selectFrom('sessions').select('revoked_at').where('token_hash', '=', 'x')
  expect((await old.executeTakeFirstOrThrow()).revoked_at).not.toBeNull()
})

test('gives the same answer to a token that is unknown, used, late, replaced or revoked', async () => {
  const unknown = await look('x'.repeat(43))
  expect(unknown.status).toBe(400)
  const answer = await errorOf(unknown)
  expect(answer).toEqual({
    error: 'invalid_invite',
    message: 'La invitación no es válida, ya se usó o venció; pide otra a quien te invitó',
  })
  const void_ = async (shown: string) => {
    for (const refused of [await look(shown), await accept(shown)]) {
      expect([refused.status, await errorOf(refused)]).toEqual([400, answer])
    }
  }
  const used = tokenOfLink((await invite({ ...sol, email: 'used@test.co' })).invite.link)
  await accept(used)
  await void_(used)
  const first = await invite()
  const { id } = first.user
  const next = InviteSent.parse(await (await again(id)).json())
  await void_(tokenOfLink(first.invite.link))
  const shown = tokenOfLink(next.invite.link)
  expect((await look(shown)).status).toBe(200)
  expect((await revoke(id)).status).toBe(200)
  await void_(shown)
  expect(await userOf(id)).toMatchObject({ state: 'disabled', activated: false, invite: null })
  expect((await revoke(id)).status).toBe(404)

  const third = InviteSent.parse(await (await again(id)).json())
  expect(third.user).toMatchObject({ state: 'invited', disabled: false })
  await later(72 * HOUR_MS - 1)
  expect((await look(tokenOfLink(third.invite.link))).status).toBe(200)
  await later(1)
  await void_(tokenOfLink(third.invite.link))
  expect((await userOf(id)).invite).toMatchObject({ expired: true })
})

test('lets one of two in who accept an invite at once', async () => {
  const shown = tokenOfLink((await invite()).invite.link)
  const answers = await Promise.all(Array.from({ length: 4 }, () => accept(shown)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 400, 400, 400,
  ])
  const people = (await rows('sessions')).filter((row) => 'user_id' in row && row.user_id === 2)
  expect(people).toHaveLength(1)
})

test.each([
  ['revoke', (id: number) => revoke(id)],
  ['resend', (id: number) => again(id)],
  [
    'disable',
    (id: number) => hub.call('PATCH', `/api/users/${id}`, { token, body: { disabled: true } }),
  ],
])('leaves no half-invited account where accept and %s come at once', async (_, other) => {
  for (let i = 0; i < 4; i++) {
    const { user, invite: sent } = await invite({ ...sol, email: `sol${i}@test.co` })
    const shown = tokenOfLink(sent.link)
    const first = i % 2 === 0 ? [accept(shown), other(user.id)] : [other(user.id), accept(shown)]
    const [a, b] = await Promise.all(first)
    const [accepted, changed] = i % 2 === 0 ? [a, b] : [b, a]
    const { state, activated, invite: left } = await userOf(user.id)
    if (accepted?.status === 200) expect(activated).toBe(true)
    else expect([changed?.status, activated]).toEqual([200, false])
    // Whoever was let in has no invite any more; whoever was not is invited, or out.
    if (activated) expect(left).toBeNull()
    else expect(state === 'invited').toBe(left !== null)
    const mayLogIn = state === 'active'
    expect(await logIn(user.email, password)).toBe(mayLogIn ? 200 : 401)
  }
})

test('is good for the role of the account as it is, and for no other', async () => {
  const { user, invite: sent } = await invite()
  const shown = tokenOfLink(sent.link)
  const patch = { role: 'operator' }
  await hub.call('PATCH', `/api/users/${user.id}`, { token, body: patch })
  expect(await (await look(shown)).json()).toMatchObject({ role: 'operator' })
  // As by hand, or by an older hub beside this one.
  const raised = hub.db.updateTable('users').set({ role: 'superadmin' }).where('id', '=', user.id)
  await raised.execute()
  expect([(await look(shown)).status, (await accept(shown)).status]).toEqual([400, 400])
})

test('leads nobody to superadmin who was invited for less: another invite is sent', async () => {
  const { user, invite: sent } = await invite()
  const shown = tokenOfLink(sent.link)
  const body = { role: 'superadmin', proof }
  const raised = await hub.call('PATCH', `/api/users/${user.id}`, { token, body })
  expect(await raised.json()).toMatchObject({ state: 'invited', invite: null })
  expect([(await look(shown)).status, (await accept(shown)).status]).toEqual([400, 400])
  const next = InviteSent.parse(await (await again(user.id, { proof })).json())
  const opened = (await (await accept(tokenOfLink(next.invite.link))).json()) as LoginResponse
  expect(opened.user.role).toBe('superadmin')
})

test('refuses an invite to an email that is taken, an account that is active, and a wall', async () => {
  const id = await hub.addUser('ana@test.co', 'operator')
  const wall = await hub.addUser('wall@test.co', 'operator', true)
  expect((await post('/api/users/invites', { ...sol, email: 'ANA@test.co' })).status).toBe(409)
  const both = [post('/api/users/invites', sol), post('/api/users/invites', sol)]
  expect(new Set((await Promise.all(both)).map(({ status }) => status))).toEqual(
    new Set([201, 409]),
  )
  expect(await errorOf(await again(id))).toMatchObject({ error: 'duplicate' })
  expect(await errorOf(await again(wall))).toMatchObject({
    error: 'forbidden',
    message: expect.stringContaining('«Pantallas»'),
  })
  expect((await revoke(id)).status).toBe(404)
  const disabled = { token, body: { disabled: true } }
  await hub.call('PATCH', `/api/users/${id}`, disabled)
  expect((await again(id)).status).toBe(409)
})

test('takes no common password, and leaves the invite then', async () => {
  const shown = tokenOfLink((await invite()).invite.link)
  const body = { token: shown, password: 'password' }
  expect((await hub.call('POST', '/api/auth/invites/accept', { body })).status).toBe(400)
  expect((await look(shown)).status).toBe(200)
})

test('stores a costly hash of a password that nobody knows, and answers as to any other account', async () => {
  await hub.addUser('ana@test.co', 'operator')
  await invite()
  const hashes = await hub.db.selectFrom('users').select(['email', 'password_hash']).execute()
  const costs = hashes.map((row) => row.password_hash.split('$').slice(0, 3).join('$'))
  expect(new Set(costs)).toEqual(new Set(['$scrypt$ln=4,r=8,p=1']))
  for (const wrong of ['', ' ', 'x', testPassword]) {
    const bodies = ['sol@test.co', 'nobody@test.co'].map((email) => ({ email, password: wrong }))
    const answers = await Promise.all(
      bodies.map(async (body) => {
        const answer = await hub.call('POST', '/api/auth/login', { body })
        return [answer.status, await answer.json()]
      }),
    )
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]?.[0]).not.toBe(200)
  }
})

test('is left as it is by «Olvidé mi contraseña», which gives an invited account nothing', async () => {
  await hub.close()
  const delivered: string[] = []
  await open({ deliverReset: ({ email }) => void delivered.push(email) })
  const { invite: sent } = await invite()
  await hub.addUser('ana@test.co', 'operator')
  for (const email of ['sol@test.co', 'ana@test.co']) {
    await hub.call('POST', '/api/auth/request-reset', { body: { email } })
  }
  await expect.poll(() => delivered).toEqual(['ana@test.co'])
  expect(await rows('password_resets')).toHaveLength(1)
  expect((await accept(tokenOfLink(sent.link))).status).toBe(200)
})

test('lets an address try 20 tokens a minute', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 21; i++) statuses.push((await look(`${i}`.padStart(43, 'x'))).status)
  expect(statuses.slice(0, 20).every((status) => status === 400)).toBe(true)
  expect(statuses[20]).toBe(429)
})

test('asks for a proof to invite a superadmin, first and again', async () => {
  const chief = { ...sol, role: 'superadmin' }
  for (const body of [chief, { ...chief, proof: { currentPassword: 'wrong' } }]) {
    expect([403, 400]).toContain((await post('/api/users/invites', body)).status)
  }
  expect(await rows('user_invites')).toEqual([])
  const { user } = await invite({ ...chief, proof })
  expect(await errorOf(await again(user.id))).toMatchObject({ error: 'proof_required' })
  expect((await again(user.id, { proof })).status).toBe(200)
  expect((await revoke(user.id)).status).toBe(200)
  // Disabled now, and still a superadmin's.
  expect((await again(user.id)).status).toBe(403)
  expect((await again(user.id, { proof })).status).toBe(200)
})

test('is no way to enable an account that nobody activated: that one is invited', async () => {
  const { user } = await invite()
  await revoke(user.id)
  const options = { token, body: { disabled: false } }
  const answer = await hub.call('PATCH', `/api/users/${user.id}`, options)
  expect(await errorOf(answer)).toMatchObject({
    error: 'forbidden',
    message: expect.stringContaining('invítala de nuevo'),
  })
})

test('ends with a password that a superadmin sets, or with a login by one', async () => {
  const first = await invite()
  const body = { password: 'blue tractor' }
  await hub.call('PATCH', `/api/users/${first.user.id}`, { token, body })
  expect((await look(tokenOfLink(first.invite.link))).status).toBe(400)
  expect(await userOf(first.user.id)).toMatchObject({ state: 'active', invite: null })
  // Added by an older hub beside this one, which knows no activation.
  const id = await hub.addUser('eva@test.co', 'operator')
  await hub.db.updateTable('users').set({ activated_at: null }).where('id', '=', id).execute()
  expect((await userOf(id)).state).toBe('invited')
  expect(await logIn('eva@test.co', testPassword)).toBe(200)
  expect((await userOf(id)).state).toBe('active')
})
