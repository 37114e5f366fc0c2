import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { verifyAuditChain } from '../store/people/verify-audit.ts'
import { setUpFactor } from '../testing/second-factor.ts'
import { createTestHub, type TestHub, testPassword } from '../testing/test-hub.ts'

const HOUR_MS = 3_600_000

let hub: TestHub
let now: number
let lines: Record<string, unknown>[]
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
beforeEach(async () => {
  lines = []
  now = Date.UTC(2026, 10, 22, 12)
  hub = await createTestHub({ log, now: () => now })
})
afterEach(() => hub.close())

async function entries(action: string) {
  const rows = await hub.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', action)
    .orderBy('id')
    .execute()
  return rows.map(({ actor, target, address, detail }) => {
    return { actor, target, address, ...(JSON.parse(detail) as object) }
  })
}
const said = (msg: string) => lines.filter((line) => line['msg'] === msg)

test('an export of vehicles is an entry, and its empty template is none', async () => {
  const token = await hub.tokenOf('operator')
  await hub.call('GET', '/api/vehicles/export/csv?template=1', { token })
  expect(await entries('vehicles.export')).toEqual([])
  await hub.call('GET', '/api/vehicles/export/csv', { token })
  const entry = { actor: 'operator@test.co', target: 'vehicles', address: '192.0.2.1', rows: 0 }
  expect(await entries('vehicles.export')).toEqual([entry])
})

test('who may not do something is a line in the log, by account, route and address', async () => {
  const token = await hub.tokenOf('operator', true)
  const body = { pin: 17, state: 1 }
  const path = '/api/agents/G1/command/relay'
  expect((await hub.call('POST', path, { token, body })).status).toBe(403)
  expect(said('a call was refused: not allowed')).toMatchObject([
    {
      account: 'operator-kiosk@test.co',
      address: '192.0.2.1',
      method: 'POST',
      route: '/api/agents/:code/command/relay',
    },
  ])
})

const logIn = async (email: string, password = 'wrong-1') =>
  (await hub.call('POST', '/api/auth/login', { body: { email, password } })).status

test('a failed login is a line with the account, or a hash where it is none', async () => {
  await hub.addUser('ana@test.co', 'admin')
  expect(await logIn('ana@test.co')).toBe(401)
  expect(await logIn('my secret password')).toBe(401)
  expect(await logIn('my secret password')).toBe(401)
  const [ana, typed, again] = said('login refused')
  const where = { address: '192.0.2.1', route: '/api/auth/login' }
  expect(ana).toMatchObject({ ...where, account: 'ana@test.co', reason: 'wrong', count: 1 })
  expect(typed).toMatchObject({ ...where, account: expect.stringMatching(/^#[0-9a-f]{12}$/) })
  expect(again).toMatchObject({ account: typed?.['account'], count: 2 })
  expect(JSON.stringify(lines)).not.toMatch(/secret password|wrong-1/)
  expect(await logIn('ana@test.co', testPassword)).toBe(200)
})

test('a login that only has to wait is a line with the account, and asks no database', async () => {
  await hub.addUser('ana@test.co', 'admin')
  for (let i = 0; i < 5; i++) expect(await logIn('ana@test.co')).toBe(401)
  const asked = [hub.db, hub.urgentReads, hub.readOnly].map((db) => vi.spyOn(db, 'selectFrom'))
  expect(await logIn('ana@test.co')).toBe(429)
  expect(asked.map(({ mock }) => mock.calls)).toEqual([[], [], []])
  const told = { account: 'ana@test.co', reason: 'wait', count: 6 }
  expect(said('login refused').at(-1)).toMatchObject(told)
})

test('a right password without its code is a line: its holder may have lost it', async () => {
  await setUpFactor(hub, await hub.tokenOf('admin'), now)
  const body = { email: 'admin@test.co', password: testPassword }
  const answer = await hub.call('POST', '/api/auth/login', { body, from: '203.0.113.9' })
  expect(answer.status).toBe(401)
  expect(said('a right password came without its code')).toMatchObject([
    { level: 30, account: 'admin@test.co', address: '203.0.113.9' },
  ])
})

test('an enrolment by no open token is a line with the code and the address, without the token', async () => {
  const body = { token: 'guessed-token', code: 'Pi-1' }
  expect((await hub.call('POST', '/api/agent/enroll', { body })).status).toBe(401)
  const refused = said('an enrolment was refused: no token that is open')
  expect(refused).toMatchObject([{ agent: 'Pi-1', address: '192.0.2.1' }])
  expect(JSON.stringify(lines)).not.toContain('guessed-token')
})

test('logins that are throttled are one entry for account, network and hour', async () => {
  await hub.addUser('ana@test.co', 'admin')
  for (let i = 0; i < 8; i++) await logIn('ana@test.co')
  for (let i = 0; i < 8; i++) await logIn('nobody@test.co')
  await hub.failedLogins.write()
  const entry = { actor: 'hub', target: 'ana@test.co', address: '192.0.2.1', network: '192.0.2.1' }
  expect(await entries('login.failed')).toEqual([{ ...entry, count: 5 }])
  now += HOUR_MS
  await logIn('ana@test.co')
  await logIn('ana@test.co')
  await hub.failedLogins.write()
  expect(await entries('login.failed')).toEqual([
    { ...entry, count: 5 },
    { ...entry, count: 9 },
  ])
  expect(await verifyAuditChain(hub.db, { keys: [hub.key] })).toMatchObject({ ok: true })
})

test('no outsider fills the audit log with failures, whatever number of accounts is known', () => {
  for (let account = 0; account < 200; account++) {
    for (let i = 0; i < 5; i++) {
      const failed = {
        account: `a${account}@test.co`,
        isKnown: true,
        address: `2001:db8:${account}::1`,
      }
      hub.failedLogins.failed({ ...failed, reason: 'wrong', route: '/api/auth/login' })
    }
  }
  return hub.failedLogins.write().then(async () => {
    expect(await entries('login.failed')).toHaveLength(60)
  })
})
