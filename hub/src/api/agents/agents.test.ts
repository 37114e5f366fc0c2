import { CloseCode } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { verifyAgentKey } from '../../auth/agent-keys/agent-key.ts'
import { type TestHub, createTestHub } from '../../testing/test-hub.ts'

let hub: TestHub
let token: string
let changed: { agentId: number; closeCode: number }[]
beforeEach(async () => {
  const presence = { isConnected: () => true, lastSeen: () => Date.now() }
  hub = await createTestHub({ presence })
  token = await hub.tokenOf('admin')
  changed = []
  hub.bus.on('agentChanged', ({ agentId, closeCode }) => changed.push({ agentId, closeCode }))
})
afterEach(() => hub.close())

async function post<T>(path: string, body?: unknown): Promise<{ status: number; json: T }> {
  const answer = await hub.call('POST', path, { token, body })
  return { status: answer.status, json: (await answer.json()) as T }
}
type WithKey = { apiKey: string }
const create = (code: string) => post<WithKey>('/api/agents', { code, name: 'Portería' })
const works = async (key: string) => (await verifyAgentKey(hub.db, key)) !== null

const quarantine = JSON.stringify({
  known: { address: '192.0.2.1', hardware_serial: 'a', at: '2026-01-01T00:00:00.000Z' },
  claimant: { address: '192.0.2.2', hardware_serial: 'b', at: '2026-01-01T00:00:00.000Z' },
})

test('makes an agent with a key that works, once a code whatever its case', async () => {
  const { status, json } = await create('Gate-1')
  expect(status).toBe(201)
  expect(json).toMatchObject({ agent: { code: 'Gate-1', name: 'Portería', location: null } })
  expect(await works(json.apiKey)).toBe(true)
  expect(await create('GATE-1')).toMatchObject({ status: 409, json: { error: 'duplicate' } })
})

test('lists agents by code, as seen and connected right now', async () => {
  await create('b')
  await create('A')
  await hub.db.updateTable('agents').set({ quarantine }).where('code', '=', 'b').execute()
  const answer = await hub.call('GET', '/api/agents/status', { token })
  expect(await answer.json()).toMatchObject({
    agents: [
      { code: 'A', online: true, connected: true, quarantine: null },
      { code: 'b', quarantine: { claimant: { hardware_serial: 'b' } } },
    ],
  })
})

test('shows a change at once, though screens share their answers', async () => {
  await create('Gate-1')
  const names = async (path: string) => {
    const answer = await hub.call('GET', path, { token })
    const { agents } = (await answer.json()) as { agents: { name: string }[] }
    return agents.map(({ name }) => name)
  }
  for (const path of ['/api/agents/status', '/api/map/agents']) {
    const before = await names(path)
    const name = `${before[0]} Sur`
    await hub.call('PATCH', '/api/agents/gate-1', { token, body: { name } })
    expect(await names(path)).toEqual([name])
  }
})

test('revives a deleted code under its old id, without its old keys', async () => {
  const old = await create('Gate-1')
  await hub.db.updateTable('agents').set({ deleted_at: 1, readings_count: 7 }).execute()
  const revived = await create('gate-1')
  expect(revived.json).toMatchObject({ agent: { id: 1, code: 'gate-1', readings_count: 7 } })
  expect(await works(old.json.apiKey)).toBe(false)
  expect(await works(revived.json.apiKey)).toBe(true)
  expect(changed).toEqual([{ agentId: 1, closeCode: CloseCode.keyRevoked }])
})

test('rotates a key and keeps the old one; revoking kills it and closes the socket', async () => {
  const first = (await create('Gate-1')).json.apiKey
  const second = (await post<WithKey>('/api/agents/gate-1/rotate-key')).json.apiKey
  expect([await works(first), await works(second)]).toEqual([true, true])
  expect(changed).toEqual([])
  const third = (await post<WithKey>('/api/agents/gate-1/rotate-key', { revoke: true })).json
  expect([await works(second), await works(third.apiKey)]).toEqual([false, true])
  expect(changed).toEqual([{ agentId: 1, closeCode: CloseCode.keyRevoked }])
})

test('forgets the device at a revoking rotation', async () => {
  await create('Gate-1')
  await hub.db.updateTable('agents').set({ quarantine, join_confirmed: 4 }).execute()
  await post('/api/agents/gate-1/rotate-key', { revoke: true })
  const row = await hub.db.selectFrom('agents').selectAll().executeTakeFirst()
  expect(row).toMatchObject({ quarantine: null, join_confirmed: null, join_serial: null })
})

test('lifts a quarantine for the device that was named, and does nothing without one', async () => {
  await create('Gate-1')
  expect((await post('/api/agents/gate-1/accept')).status).toBe(200)
  const anyDevice = { hardwareSerial: null }
  expect((await post('/api/agents/gate-1/accept', anyDevice)).status).toBe(200)
  expect(changed).toEqual([])
  await hub.db.updateTable('agents').set({ quarantine, join_confirmed: 4 }).execute()
  expect((await post('/api/agents/gate-1/accept', { hardwareSerial: 'b' })).status).toBe(200)
  const row = await hub.db.selectFrom('agents').selectAll().executeTakeFirst()
  expect(row).toMatchObject({ quarantine: null, join_confirmed: null, join_serial: 'b' })
  expect(changed).toEqual([{ agentId: 1, closeCode: CloseCode.rejoin }])
})

test('answers 404 for an agent that is not there', async () => {
  for (const action of ['rotate-key', 'accept']) {
    expect((await post(`/api/agents/none/${action}`)).status).toBe(404)
  }
})

test('writes down who did it, to what, from where', async () => {
  await create('Gate-1')
  await post('/api/agents/gate-1/rotate-key', { revoke: true })
  const rows = await hub.db.selectFrom('audit_log').selectAll().orderBy('id').execute()
  expect(rows).toMatchObject([
    { actor: 'admin@test.co', action: 'agent.create', target: 'Gate-1', address: '192.0.2.1' },
    { action: 'agent.rotate_key', target: 'Gate-1', detail: '{"revoke":true}' },
  ])
})
