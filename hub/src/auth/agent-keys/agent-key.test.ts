import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keysRevokedSince, retireKeys, revokeKeys } from '../../store/agents/agent-keys.ts'
import { createAgent } from '../../store/agents/agents.ts'
import { type TempStore, openTempStore } from '../../testing/temp-store.ts'
import { formatAgentKey, parseAgentKey } from '@vehicle-control/protocol/agent-key'
import { issueAgentKey, verifyAgentKey } from './agent-key.ts'

const DAY = 86_400_000
let store: TempStore
let agentId: number
beforeEach(async () => {
  store = await openTempStore()
  const fields = { code: 'Gate-1', name: 'Gate', location: null, lat: null, lng: null }
  agentId = (await createAgent(store.db, fields, 1)).id
})
afterEach(() => store.close())

const holds = async (key: string, now: number) =>
  (await verifyAgentKey(store.db, key, now))?.code === 'Gate-1'

test('recognises a key by its form and sum, without the database', () => {
  const parts = { id: 'a'.repeat(12), secret: 'b'.repeat(64) }
  const key = formatAgentKey(parts)
  expect(key).toMatch(/^vc_a{12}_b{64}[0-9a-f]{8}$/)
  expect(parseAgentKey(key)).toEqual(parts)
  expect(parseAgentKey(key.replace('b', 'c'))).toBeNull()
  expect(parseAgentKey(`${key} `)).toBeNull()
})

test('accepts the key of an agent and stores only its hash', async () => {
  const key = await issueAgentKey(store.db, agentId, 10)
  const keyId = parseAgentKey(key)?.id
  expect(await verifyAgentKey(store.db, key, 20)).toEqual({ agentId, code: 'Gate-1', keyId })
  const rows = await store.db.selectFrom('agent_keys').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(parseAgentKey(key)?.secret)
})

test('refuses another secret under a known id', async () => {
  const id = parseAgentKey(await issueAgentKey(store.db, agentId, 10))?.id ?? ''
  expect(await holds(formatAgentKey({ id, secret: 'f'.repeat(64) }), 20)).toBe(false)
})

test('refuses the key of a deleted agent', async () => {
  const key = await issueAgentKey(store.db, agentId, 10)
  await store.db.updateTable('agents').set({ deleted_at: 15 }).execute()
  expect(await holds(key, 20)).toBe(false)
})

test('stores the first use of a key, and looks later ones up without a transaction', async () => {
  const key = await issueAgentKey(store.db, agentId, 10)
  const used = async (now: number) => {
    expect(await holds(key, now)).toBe(true)
    const row = store.db.selectFrom('agent_keys').select('last_used_at').executeTakeFirst()
    return (await row)?.last_used_at
  }
  expect(await used(1000)).toBe(1000)
  const other = new SqliteDatabase(store.file)
  other.exec('begin immediate')
  expect(await used(DAY)).toBe(1000)
  other.close()
})

test('takes the first use of a key while another process has locked the database', async () => {
  const key = await issueAgentKey(store.db, agentId, 10)
  const other = new SqliteDatabase(store.file)
  other.exec('begin immediate')
  const held = holds(key, 1000)
  const released = new Promise<void>((resolve) => {
    setTimeout(() => {
      other.close()
      resolve()
    })
  })
  expect(await held).toBe(true)
  await released
})

test('keeps the old key for a day, or until the new one is used', async () => {
  const old = await issueAgentKey(store.db, agentId, 10)
  await retireKeys(store.db, agentId, 20, 20 + DAY)
  const fresh = await issueAgentKey(store.db, agentId, 20)
  expect(await holds(old, 30)).toBe(true)
  expect(await holds(old, 20 + DAY)).toBe(false)
  expect(await holds(fresh, 40)).toBe(true)
  expect(await holds(old, 41)).toBe(false)
})

test('ends the old key at the first use of one made in the same millisecond', async () => {
  const old = await issueAgentKey(store.db, agentId, 20)
  await retireKeys(store.db, agentId, 20, 20 + DAY)
  const fresh = await issueAgentKey(store.db, agentId, 20)
  expect(await holds(old, 21)).toBe(true)
  expect(await holds(fresh, 22)).toBe(true)
  expect(await holds(old, 23)).toBe(false)
})

test('keeps the key that the device uses when a rotation never reached it', async () => {
  const onDevice = await issueAgentKey(store.db, agentId, 10)
  await holds(onDevice, 11)
  await retireKeys(store.db, agentId, 20, 20 + DAY)
  const lost = await issueAgentKey(store.db, agentId, 20)
  await retireKeys(store.db, agentId, 30, 30 + DAY)
  const fresh = await issueAgentKey(store.db, agentId, 30)
  expect(await holds(onDevice, 40)).toBe(true)
  expect(await holds(lost, 40)).toBe(false)
  expect(await holds(fresh, 40)).toBe(true)
})

test('revokes every key at once', async () => {
  const key = await issueAgentKey(store.db, agentId, 10)
  await revokeKeys(store.db, agentId, 20)
  expect(await holds(key, 20)).toBe(false)
  const id = parseAgentKey(key)?.id
  expect(await keysRevokedSince(store.db, 20)).toEqual([{ id, agentId, revokedAt: 20 }])
  expect(await keysRevokedSince(store.db, 21)).toEqual([])
})
