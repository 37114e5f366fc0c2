import { CloseCode } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { issueAgentKey } from '../auth/agent-keys/agent-key.ts'
import { type Bus, createLocalBus } from '../bus/bus.ts'
import { revokeKeys } from '../store/agents/agent-keys.ts'
import { createAgent } from '../store/agents/agents.ts'
import { createSession, revokeSession } from '../store/auth/sessions.ts'
import { createUser, disableUser } from '../store/people/users.ts'
import { type TempStore, openTempStore } from '../testing/temp-store.ts'
import { silent } from '../testing/test-hub.ts'
import { type RevocationWatch, createRevocationWatch } from './revocation-watch.ts'

let store: TempStore
let bus: Bus
let now: number
let watch: RevocationWatch
let sessions: number[][]
let agents: number[]
beforeEach(async () => {
  store = await openTempStore()
  bus = createLocalBus()
  now = 1_000_000
  watch = createRevocationWatch({ db: store.db, bus, log: silent, now: () => now })
  sessions = []
  agents = []
  bus.on('sessionsRevoked', (ids) => sessions.push(ids))
  bus.on('agentChanged', ({ agentId }) => agents.push(agentId))
  const account = { name: 'x', role: 'admin' as const, kiosk: false, passwordHash: '', demo: false }
  for (const email of ['a@b.co', 'c@d.co']) {
    const userId = await createUser(store.db, { ...account, email, now })
    const session = { userId, tokenHash: email, now, expiresAt: now + 1000, address: null }
    await createSession(store.db, session)
  }
  const fields = { code: 'G1', name: 'G', location: null, lat: null, lng: null }
  await createAgent(store.db, fields, now)
  await issueAgentKey(store.db, 1, now)
})
afterEach(async () => {
  watch.stop()
  await store.close()
})

test('emits nothing while nothing ends', async () => {
  await watch.check()
  expect([sessions, agents]).toEqual([[], []])
})

test('finds sessions that another process revoked, and those of disabled users', async () => {
  await revokeSession(store.db, 1, now)
  await disableUser(store.db, 2, now)
  now += 500
  await watch.check()
  expect(sessions).toEqual([[1, 2]])
})

test('sees what was committed after it looked, under a time before', async () => {
  await watch.check()
  await revokeSession(store.db, 1, now - 900)
  now += 500
  await watch.check()
  expect(sessions).toEqual([[1]])
})

test('sees what another hub ended by a clock that is 30 s behind', async () => {
  await watch.check()
  await revokeSession(store.db, 1, now - 30_000)
  await revokeKeys(store.db, 1, now - 30_000)
  now += 500
  await watch.check()
  expect([sessions, agents]).toEqual([[[1]], [1]])
})

test('finds once an agent whose key another process revoked', async () => {
  await revokeKeys(store.db, 1, now)
  now += 500
  await watch.check()
  now += 500
  await watch.check()
  expect(agents).toEqual([1])
})

test('leaves the new connection alone when this process announced the old key itself', async () => {
  await revokeKeys(store.db, 1, now)
  bus.emit('agentChanged', { agentId: 1, closeCode: CloseCode.keyRevoked, reason: 'test' })
  now += 500
  await watch.check()
  expect(agents).toEqual([1])
})
