import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLocalBus } from '../../bus/bus.ts'
import { createSession, findSession } from '../../store/auth/sessions.ts'
import { createUser } from '../../store/people/users.ts'
import { countedStatements } from '../../testing/counted-statements.ts'
import { openTempStore, type TempStore } from '../../testing/temp-store.ts'
import { silent } from '../../testing/test-hub.ts'
import { SessionUse, type SessionUseOptions } from './session-use.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const LIMIT = 15

let store: TempStore
let wall: number
let monotonic: number
let revoked: number[]
beforeEach(async () => {
  store = await openTempStore()
  wall = Date.UTC(2026, 0, 1)
  monotonic = 0
  revoked = []
  const account = { name: 'x', role: 'admin' as const, passwordHash: '', demo: false, now: wall }
  await createUser(store.db, { ...account, email: 'a@b.co', kiosk: false })
  await createUser(store.db, { ...account, email: 'k@b.co', kiosk: true })
})
afterEach(() => store.close())

function hub(options: Partial<SessionUseOptions> = {}): SessionUse {
  const bus = createLocalBus()
  bus.on('sessionsRevoked', (ids) => revoked.push(...ids))
  return new SessionUse({
    db: store.db,
    bus,
    log: silent,
    idleMinutes: LIMIT,
    others: false,
    now: () => wall,
    monotonic: () => monotonic,
    ...options,
  })
}

const pass = (ms: number) => {
  wall += ms
  monotonic += ms
}
const logIn = async (tokenHash: string, userId = 1) => {
  const session = { userId, tokenHash, now: wall, expiresAt: wall + 12 * HOUR_MS, address: null }
  return await createSession(store.db, session)
}
async function request(use: SessionUse, tokenHash: string, idle?: string): Promise<boolean> {
  const session = await findSession(store.db, tokenHash, wall)
  return session !== undefined && (await use.note(session, idle))
}

test('writes the use of 500 sessions in one statement a minute', async () => {
  for (let i = 0; i < 500; i++) await logIn(`token ${i}`)
  const sessions = await Promise.all(
    Array.from({ length: 500 }, (_, i) => findSession(store.db, `token ${i}`, wall)),
  )
  const { db, count } = countedStatements(store.db)
  const use = hub({ db, idleMinutes: 0 })
  for (let s = 0; s < 180; s += 5) {
    for (const session of sessions) if (session) await use.note(session, '2')
    pass(5000)
    if (s % 30 === 25) await use.sweep()
  }
  const begun = process.env.TEST_STORE === 'postgres' ? 0 : 2
  expect(count()).toBe(3 * (1 + begun))
  const row = await findSession(store.db, 'token 499', wall)
  expect(row?.lastUsedAt).toBe(wall - 7000)
})

test('ends what nobody uses, and neither what somebody does nor a wall screen', async () => {
  const use = hub()
  for (const token of ['left', 'used']) await logIn(token)
  await logIn('wall', 2)
  for (let minute = 0; minute < LIMIT; minute++) {
    pass(MINUTE_MS)
    if (minute < LIMIT - 1) await request(use, 'used')
    await use.sweep()
  }
  expect(revoked).toEqual([1])
  const audit = await store.db
    .selectFrom('audit_log')
    .select(['actor', 'action', 'target'])
    .execute()
  expect(audit).toEqual([{ actor: 'hub', action: 'session.idle', target: 'a@b.co' }])
  expect([await request(use, 'left'), await request(use, 'used')]).toEqual([false, true])
  expect(await request(use, 'wall', '43200')).toBe(true)
})

test('ends at its first request what was left while no hub ran', async () => {
  await logIn('left')
  pass(LIMIT * MINUTE_MS)
  expect(await request(hub(), 'left', '0')).toBe(false)
  expect(revoked).toEqual([1])
})

test('knows after a restart what was used before it', async () => {
  const use = hub()
  await logIn('used')
  pass(10 * MINUTE_MS)
  await request(use, 'used')
  await use.stop()
  pass(10 * MINUTE_MS)
  const next = hub()
  await next.sweep()
  expect(await request(next, 'used', '600')).toBe(true)
})

test('ends nothing that another hub sees used', async () => {
  const [a, b] = [hub({ others: true }), hub({ others: true })]
  await logIn('used')
  for (let minute = 0; minute < 3 * LIMIT; minute++) {
    pass(MINUTE_MS)
    await request(a, 'used')
    await b.sweep()
    await a.sweep()
  }
  expect(revoked).toEqual([])
  // Nobody at all: within the limit, and the time that another hub's word may take.
  pass((LIMIT + 2) * MINUTE_MS)
  await b.sweep()
  expect(revoked).toEqual([1])
})

test('throws nobody out when the clock is set, forward or back', async () => {
  const use = hub()
  await logIn('used')
  await request(use, 'used')
  wall += 6 * HOUR_MS
  await use.sweep()
  expect(await request(use, 'used', '3')).toBe(true)
  wall -= 3 * HOUR_MS
  pass(MINUTE_MS)
  expect(await request(use, 'used', '3')).toBe(true)
  pass(MINUTE_MS)
  await use.sweep()
  expect(revoked).toEqual([])
  pass((LIMIT + 1) * MINUTE_MS)
  await use.sweep()
  expect(revoked).toEqual([1])
})
