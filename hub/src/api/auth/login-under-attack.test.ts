import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { KnownNetworks } from '../../auth/login/known-networks.ts'
import { createPasswordSemaphore } from '../../auth/passwords/password-semaphore.ts'
import type { Semaphore } from '../../limits/semaphore.ts'
import { limitPasswords, type Passwords } from '../../auth/passwords/passwords.ts'
import { cheapScrypt, createTestHub, type TestHub, testPassword } from '../../testing/test-hub.ts'

const ATTACKERS = 40
/** So many wait at most. */
const ROOM = 96
const OFFICE = '198.51.100.9'
/** In a group. */
const ADDRESS = 2

let hub: TestHub
let semaphore: Semaphore
let known: KnownNetworks
/** Passwords that were hashed or checked, in this order, and a way to hold that up. */
let checked: string[]
/** The addresses whose turn it was, in this order. */
let turns: (string | undefined)[]
/** Attackers that got 429. */
let sentAway: number
let letGo: () => void
let goes: Promise<void>
beforeEach(async () => {
  semaphore = createPasswordSemaphore()
  known = new KnownNetworks()
  checked = []
  turns = []
  sentAway = 0
  letGo = () => {}
  goes = Promise.resolve()
  const noted = async (password: string) => {
    await goes
    checked.push(password)
  }
  const inOrder = limitPasswords(
    {
      async hash(password) {
        await noted(password)
        return await cheapScrypt.hash(password)
      },
      async verify(password, phc) {
        await noted(password)
        return await cheapScrypt.verify(password, phc)
      },
    },
    semaphore,
  )
  const passwords: Passwords = {
    ...inOrder,
    withPermit: (request, work) =>
      inOrder.withPermit(request, (scrypt) => {
        turns.push(request.group[ADDRESS])
        return work(scrypt)
      }),
  }
  hub = await createTestHub({ passwords, known })
  await hub.addUser('ana@test.co', 'admin')
})
afterEach(async () => {
  letGo()
  await hub.close()
})

function logIn(from: string, email: string, password: string): Promise<Response> {
  return hub.call('POST', '/api/auth/login', { body: { email, password }, from })
}

/** Holds the checks up until `letGo`, and lets 40 addresses try three passwords each. */
async function attack(email: (i: number) => string): Promise<Promise<Response>[]> {
  goes = new Promise((resolve) => (letGo = resolve))
  const tries = Array.from({ length: 3 * ATTACKERS }, (_, i) =>
    logIn(`203.0.${i % ATTACKERS}.7`, email(i), 'wrong'),
  )
  for (const each of tries) void each.then(({ status }) => status === 429 && sentAway++)
  // Two are being checked.
  await until(() => sentAway === 3 * ATTACKERS - 2 - ROOM)
  return tries
}

const until = (isTrue: () => boolean) =>
  vi.waitFor(() => expect(isTrue()).toBe(true), { timeout: 30_000, interval: 5 })

/** How many had a turn before the administrator of this address, who gets in. */
async function overtakenBy(address: string, admin: Promise<Response>): Promise<number> {
  // It waits, in the place of another one.
  await until(() => sentAway === 3 * ATTACKERS - 2 - ROOM + 1)
  letGo()
  expect((await admin).status).toBe(200)
  return turns.indexOf(address)
}

test.each(['the same account', 'other accounts'])(
  'lets an administrator in at the first try while 40 addresses guess at %s',
  async (what) => {
    known.remember(OFFICE)
    const tries = await attack((i) =>
      what === 'the same account' ? 'ana@test.co' : `user${i}@test.co`,
    )
    const admin = logIn(OFFICE, 'ana@test.co', testPassword)
    // Two that are being checked already, and one of the others in its turn.
    expect(await overtakenBy(OFFICE, admin)).toBeLessThanOrEqual(3)
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([401, 429]))
  },
)

test('lets an administrator in from a new network as well, after a round of the others', async () => {
  const tries = await attack(() => 'ana@test.co')
  const admin = logIn('192.0.2.200', 'ana@test.co', testPassword)
  expect(await overtakenBy('192.0.2.200', admin)).toBeLessThanOrEqual(ATTACKERS + 2)
  await Promise.all(tries)
  expect(known.shareOf('192.0.2.200')).toBe('known address')
})

test('lets those who are inside set passwords meanwhile', async () => {
  const token = await hub.tokenOf('superadmin')
  const tries = await attack(() => 'ana@test.co')
  const body = { email: 'luis@test.co', name: 'Luis', password: 'red tractor', role: 'operator' }
  const added = hub.call('POST', '/api/users', { token, body })
  const change = { currentPassword: testPassword, newPassword: 'blue tractor' }
  const changed = hub.call('POST', '/api/auth/change-password', { token, body: change })
  letGo()
  expect([(await added).status, (await changed).status]).toEqual([201, 200])
  await Promise.all(tries)
})

test('checks nothing for a client that has left', async () => {
  goes = new Promise((resolve) => (letGo = resolve))
  const tries = [1, 2].map((i) => logIn(`203.0.${i}.7`, 'ana@test.co', 'wrong'))
  const leaves = new AbortController()
  const left = hub.app.request('/api/auth/login', {
    method: 'POST',
    body: JSON.stringify({ email: 'ana@test.co', password: 'wrong' }),
    headers: { host: 'localhost', 'content-type': 'application/json' },
    signal: leaves.signal,
  })
  await until(() => semaphore.waiting === 1)
  leaves.abort()
  await left
  expect(semaphore.waiting).toBe(0)
  letGo()
  await Promise.all(tries)
  expect(checked).toHaveLength(2)
})
