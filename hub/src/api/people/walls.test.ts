import type { AuditResponse, Wall, WallsResponse } from '@vehicle-control/protocol'
import fc from 'fast-check'
import { runs } from '@vehicle-control/protocol/testing/runs'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dialectOf } from '../../store/database.ts'
import { verifyAuditChain } from '../../store/people/verify-audit.ts'
import { type TestHub, createTestHub } from '../../testing/test-hub.ts'

const MINUTE_MS = 60_000
const SCREENS = ['dashboard', 'live-rfid']

let hub: TestHub
let now: number
let token: string
beforeEach(async () => {
  now = Date.UTC(2026, 10, 26, 12)
  hub = await createTestHub({ now: () => now })
  token = await longToken('admin')
})
afterEach(() => hub.close())

/** A session that outlives the hours of a test. */
async function longToken(role: 'admin' | 'operator' | 'superadmin'): Promise<string> {
  const given = await hub.tokenOf(role)
  await hub.db
    .updateTable('sessions')
    .set({ expires_at: now + 1000 * MINUTE_MS })
    .execute()
  return given
}

async function answer<T>(response: Promise<Response>): Promise<T & { status: number }> {
  const got = await response
  return { status: got.status, ...((await got.json()) as T) }
}
const make = (name = 'Portería', by = token) =>
  answer<Wall>(
    hub.call('POST', '/api/walls', { token: by, body: { name, screens: SCREENS, every_s: 30 } }),
  )
const list = async () => {
  const { items } = await answer<WallsResponse>(hub.call('GET', '/api/walls', { token }))
  return items
}

interface Pairing {
  code: string
  secret: string
}
interface Claim {
  state: string
  token?: string
  address?: string
  user?: { kiosk: boolean; name: string }
}
const begin = (body = {}, from = '192.0.2.50') =>
  answer<Pairing>(hub.call('POST', '/api/wall-pairings', { body, from }))
const claim = (secret: string, headers = {}) =>
  answer<Claim>(
    hub.call('POST', '/api/wall-pairings/claim', { body: { secret }, from: '192.0.2.50', headers }),
  )
const pair = (id: number, code: string, more: { replace?: boolean; by?: string } = {}) => {
  const { replace = false, by = token } = more
  return answer<Wall & { message?: string; issues?: { path: string }[] }>(
    hub.call('POST', `/api/walls/${id}/pairing`, { token: by, body: { code, replace } }),
  )
}
const me = async (of = '') => (await hub.call('GET', '/api/auth/me', { token: of })).status
const noted = (of: string, from = '192.0.2.51') =>
  answer<{ address: string | null }>(hub.call('POST', '/api/walls/own', { token: of, from }))

/** A browser that has become this wall screen; gives the token of its session. */
async function paired(id: number, replace = false): Promise<string> {
  const { code, secret } = await begin()
  await pair(id, code, { replace })
  const { token: given } = await claim(secret)
  if (given === undefined) throw new Error('the wall got no session')
  return given
}

async function audited(action: string) {
  const chief = await longToken('superadmin')
  const path = `/api/audit?action=${action}`
  const { items } = await answer<AuditResponse>(hub.call('GET', path, { token: chief }))
  expect(await verifyAuditChain(hub.db, { keys: [hub.key] })).toMatchObject({ ok: true })
  return items
    .filter((one) => one.action === action)
    .map(({ actor, target, detail }) => ({ actor, target, detail }))
}

test('an admin makes a screen, whose account only looks and has a password that nobody knows', async () => {
  const made = await make()
  expect(made).toMatchObject({
    status: 201,
    name: 'Portería',
    screens: SCREENS,
    address: '/dashboard?kiosk=1&rotate=dashboard,live-rfid&every=30',
    created_by: 'admin@test.co',
    paired: false,
    connected: false,
    last_seen: null,
  })
  const row = await hub.db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', made.email)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ role: 'operator', kiosk: 1, kiosk_owners: 0 })
  expect(row.password_hash).toMatch(/^\$scrypt\$/)
  expect(await audited('wall.create')).toMatchObject([
    { actor: 'admin@test.co', target: made.email, detail: { name: 'Portería' } },
  ])
})

test('the browser that shows the code gets the session once, and nobody for the code alone', async () => {
  const { id } = await make()
  const { code, secret } = await begin()
  expect(code).toMatch(/^[34679CDFGHJKMNPRTVWXY]{4}-[34679CDFGHJKMNPRTVWXY]{4}$/)
  expect(await claim(secret)).toMatchObject({ state: 'waiting' })
  expect(await pair(id, ` ${code.toLowerCase().replace('-', ' ')} `)).toMatchObject({
    status: 200,
    paired: true,
    last_address: '192.0.2.50',
  })
  for (const guess of [code, code.replace('-', ''), 'x']) {
    expect(await claim(guess)).toEqual({ status: 200, state: 'expired' })
  }
  const given = await claim(secret)
  expect(given).toMatchObject({ state: 'paired', user: { kiosk: true, name: 'Portería' } })
  expect(given.address).toBe('/dashboard?kiosk=1&rotate=dashboard,live-rfid&every=30')
  expect(await me(given.token)).toBe(200)
  expect(await claim(secret)).toEqual({ status: 200, state: 'expired' })
  expect(await audited('wall.pair')).toMatchObject([
    { actor: 'admin@test.co', detail: { browser_address: '192.0.2.50', ended: 0 } },
  ])
})

test('neither code nor secret lies in the database as it is', async () => {
  const { code, secret } = await begin()
  const rows = JSON.stringify(await hub.db.selectFrom('wall_pairings').selectAll().execute())
  for (const plain of [code, code.replace('-', ''), secret]) expect(rows).not.toContain(plain)
})

describe('a code', () => {
  const refused = { status: 400, issues: [{ path: 'code' }] }

  test('that is wrong, expired or used is refused in words that say what to do', async () => {
    const { id } = await make()
    const { code, secret } = await begin()
    for (const wrong of ['CDFG-HJKM', '1', 'ÑÑÑÑ-ÑÑÑÑ', 'O0O0-O0O0']) {
      expect(await pair(id, wrong)).toMatchObject(refused)
    }
    now += 10 * MINUTE_MS
    const late = await pair(id, code)
    expect(late).toMatchObject(refused)
    expect(late.message).toContain('escribe el que la pantalla muestra ahora')
    expect(await claim(secret)).toMatchObject({ state: 'expired' })
    const fresh = await begin({ secret })
    expect(await pair(id, fresh.code)).toMatchObject({ status: 200 })
    const other = await make('Patio')
    expect(await pair(other.id, fresh.code)).toMatchObject(refused)
  })

  test('ends when its browser asks for another, but not the one that was just taken', async () => {
    const { id } = await make()
    const first = await begin()
    const second = await begin({ secret: first.secret })
    expect(await pair(id, first.code)).toMatchObject(refused)
    await pair(id, second.code)
    await begin({ secret: second.secret })
    expect(await claim(second.secret)).toMatchObject({ state: 'paired' })
  })

  test('gives no session that is asked for too late', async () => {
    const { id } = await make()
    const { code, secret } = await begin()
    await pair(id, code)
    now += 2 * MINUTE_MS
    expect(await claim(secret)).toMatchObject({ state: 'expired' })
    expect(await list()).toMatchObject([{ paired: false }])
  })

  test('is one screen’s, however many admins take it at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 6 }), async (admins) => {
        const walls = await Promise.all(
          Array.from({ length: admins }, (_, i) => make(`Pantalla ${i}`)),
        )
        const { code, secret } = await begin()
        const answers = await Promise.all(walls.map(({ id }) => pair(id, code)))
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
        const claims = await Promise.all([claim(secret), claim(secret), claim(secret)])
        expect(claims.filter(({ state }) => state === 'paired')).toHaveLength(1)
        const chosen = answers.find(({ status }) => status === 200)
        const withSession = (await list()).filter((wall) => wall.paired && wall.device === null)
        expect(withSession.map(({ id }) => id)).toContain(chosen?.id)
        for (const { id } of walls) await hub.call('DELETE', `/api/walls/${id}`, { token })
      }),
      { numRuns: runs(3) },
    )
  })
})

test('whoever asks first hears which browser shows the code, and nothing is done', async () => {
  const { id } = await make()
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/126.0 Safari/537.36' }
  const { code, secret } = await answer<Pairing>(
    hub.call('POST', '/api/wall-pairings', { body: {}, from: '203.0.113.9', headers }),
  )
  const ask = (body: object) =>
    answer<{ error?: string; message?: string }>(
      hub.call('POST', `/api/walls/${id}/pairing`, { token, body: { code, ...body } }),
    )
  const asked = await ask({ confirmed: false, replace: true })
  expect(asked).toMatchObject({ status: 409, error: 'unconfirmed' })
  expect(asked.message).toContain('Chrome · Linux, desde 203.0.113.9')
  expect(await claim(secret)).toEqual({ status: 200, state: 'waiting' })
  expect(await list()).toMatchObject([{ paired: false }])
  expect(await ask({ confirmed: true })).toMatchObject({ status: 200 })
  expect(await claim(secret)).toMatchObject({ state: 'paired' })
})

test('a screen that another browser is already changes it only when told to, and ends that one', async () => {
  const { id, email } = await make()
  const ended: number[][] = []
  hub.bus.on('sessionsRevoked', (ids) => void ended.push([...ids]))
  const old = await paired(id)
  const { code, secret } = await begin()
  expect(await pair(id, code)).toMatchObject({ status: 409 })
  // Whoever mistypes is not asked whether the browser may change.
  expect(await pair(id, 'CDFG-HJKM')).toMatchObject({ status: 400 })
  expect(await me(old)).toBe(200)
  expect(await pair(id, code, { replace: true })).toMatchObject({ status: 200 })
  expect(await me(old)).toBe(401)
  expect(ended).toHaveLength(1)
  // Not claimed yet, but promised.
  const third = await begin()
  expect(await pair(id, third.code)).toMatchObject({ status: 409 })
  expect(await claim(secret)).toMatchObject({ state: 'paired' })
  expect((await audited('wall.pair'))[0]).toMatchObject({ target: email, detail: { ended: 1 } })
})

test('a browser that was somebody’s ends that session when it becomes a screen', async () => {
  const { id } = await make()
  const guard = await longToken('operator')
  const { code, secret } = await begin()
  await pair(id, code)
  await claim(secret, { cookie: `vc_session=${guard}` })
  expect(await me(guard)).toBe(401)
  expect(await audited('session.end')).toMatchObject([{ target: 'operator@test.co' }])
})

test.each(['pairing', ''])(
  'DELETE …/%s ends the sessions and takes back what waits',
  async (of) => {
    const { id, email } = await make()
    const ended: number[][] = []
    const given = await paired(id)
    hub.bus.on('sessionsRevoked', (ids) => void ended.push([...ids]))
    const { code, secret } = await begin()
    await pair(id, code, { replace: true })
    const { status } = await hub.call('DELETE', `/api/walls/${id}${of && `/${of}`}`, { token })
    expect(status).toBe(200)
    expect(await me(given)).toBe(401)
    expect(await claim(secret)).toMatchObject({ state: 'expired' })
    expect(ended).toHaveLength(1)
    expect(await list()).toMatchObject(of ? [{ id, paired: false }] : [])
    expect(await audited(of ? 'wall.unpair' : 'wall.remove')).toMatchObject([{ target: email }])
    if (!of) expect(await pair(id, (await begin()).code)).toMatchObject({ status: 404 })
  },
)

test('what a screen shows follows what an admin changes, of name and screens alone', async () => {
  const { id } = await make()
  const given = await paired(id)
  const body = { name: 'Norte', screens: ['map'], role: 'admin', kiosk: false }
  const changed = await answer<Wall>(hub.call('PATCH', `/api/walls/${id}`, { token, body }))
  expect(changed).toMatchObject({ name: 'Norte', screens: ['map'], every_s: 30 })
  expect(await noted(given)).toMatchObject({ address: '/map?kiosk=1' })
  const users = await hub.db.selectFrom('users').selectAll().where('kiosk', '=', 1).execute()
  expect(users).toMatchObject([{ name: 'Norte', role: 'operator', kiosk: 1 }])
  expect(await audited('wall.update')).toMatchObject([
    { detail: { name: 'Norte', name_was: 'Portería', screens: 'map' } },
  ])
})

test('what a screen shows follows although nothing can be stored', async () => {
  // Postgres is told so in another way.
  if (dialectOf(hub.db) === 'postgres') return
  const { id } = await make()
  const given = await paired(id)
  await sql`pragma query_only = on`.execute(hub.db)
  const told = await noted(given)
  await sql`pragma query_only = off`.execute(hub.db)
  expect(told).toMatchObject({ status: 200, address: expect.stringContaining('/dashboard') })
  expect(await list()).toMatchObject([{ last_seen: null }])
})

test('a screen is connected while it is heard of, and its address is the last one', async () => {
  const { id } = await make()
  const given = await paired(id)
  expect(await list()).toMatchObject([{ paired: true, connected: false, last_seen: null }])
  await noted(given, '192.0.2.60')
  expect(await list()).toMatchObject([
    { connected: true, last_address: '192.0.2.60', last_seen: new Date(now).toISOString() },
  ])
  now += 3 * MINUTE_MS
  expect(await list()).toMatchObject([{ paired: true, connected: false }])
  await noted(given)
  await hub.call('DELETE', `/api/walls/${id}/pairing`, { token })
  expect(await list()).toMatchObject([{ connected: false, last_seen: new Date(now).toISOString() }])
})

test('a screen of the command line is listed and keeps what its address says, until an admin chooses', async () => {
  await hub.addUser('old-wall@test.co', 'operator', true)
  const [wall] = await list()
  expect(wall).toMatchObject({ email: 'old-wall@test.co', screens: [], created_by: null })
  const given = await paired(wall?.id ?? 0)
  expect(await noted(given)).toMatchObject({ address: null })
  const body = { screens: ['live-rfid'] }
  await hub.call('PATCH', `/api/walls/${wall?.id}`, { token, body })
  expect(await noted(given)).toMatchObject({ address: '/live-rfid?kiosk=1' })
})

test('an account of an older hub is a screen once it is heard of', async () => {
  const { id } = await make()
  const given = await paired(id)
  await hub.db.deleteFrom('walls').execute()
  expect(await list()).toEqual([])
  expect(await noted(given)).toMatchObject({ address: null })
  expect(await list()).toMatchObject([{ connected: true }])
})

test('every hub of a database takes every other’s codes', async () => {
  const { db, readOnly, urgentReads, key } = hub
  const other = await createTestHub({ db, readOnly, urgentReads, key, now: () => now })
  const { id } = await make()
  const { code, secret } = await begin()
  const body = { code }
  const there = await other.call('POST', `/api/walls/${id}/pairing`, { token, body })
  expect(there.status).toBe(200)
  expect(await claim(secret)).toMatchObject({ state: 'paired' })
  await other.close()
})

test('people are no screen', async () => {
  expect(await noted(token)).toEqual({ status: 200, address: null })
  expect(await list()).toEqual([])
})

test('a screen whose account a superadmin has disabled is gone, and gets no session', async () => {
  const { id, email } = await make()
  const { code, secret } = await begin()
  await pair(id, code)
  const disabled = hub.db.updateTable('users').set({ disabled_at: now })
  await disabled.where('email', '=', email).execute()
  expect(await claim(secret)).toMatchObject({ state: 'expired' })
  expect(await list()).toEqual([])
  expect(await pair(id, (await begin()).code)).toMatchObject({ status: 404 })
})

test('there are 100 screens at most', async () => {
  const rows = Array.from({ length: 100 }, (_, i) => i)
  for (const i of rows) await hub.addUser(`wall-${i}@test.co`, 'operator', true)
  expect(await make()).toMatchObject({ status: 400, issues: [{ path: 'name' }] })
  expect(await list()).toHaveLength(100)
})
