import { type AgentStatusEvent, CloseCode } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { verifyAgentKey } from '../../auth/agent-keys/agent-key.ts'
import type { BusEvents } from '../../bus/bus.ts'
import { type TestHub, createTestHub } from '../../testing/test-hub.ts'

let hub: TestHub
let token: string
let apiKey: string
let statuses: AgentStatusEvent[]
let renamed: BusEvents['agentRenamed'][0][]
let changed: BusEvents['agentChanged'][0][]
beforeEach(async () => {
  const presence = { isConnected: () => true, lastSeen: () => Date.now() }
  hub = await createTestHub({ presence })
  token = await hub.tokenOf('admin')
  statuses = []
  renamed = []
  changed = []
  hub.bus.on('agentStatus', (event) => statuses.push(event))
  hub.bus.on('agentRenamed', (event) => renamed.push(event))
  hub.bus.on('agentChanged', (change) => changed.push(change))
  const made = await call('POST', '/api/agents', {
    code: 'Gate-1',
    name: 'Portería',
    lat: 4,
    lng: -74,
  })
  apiKey = (made.json as { apiKey: string }).apiKey
})
afterEach(() => hub.close())

async function call(method: string, path: string, body?: unknown) {
  const answer = await hub.call(method, path, { token, body })
  return { status: answer.status, json: await answer.json() }
}
const patch = (body: unknown) => call('PATCH', '/api/agents/gate-1', body)
const audited = async () => {
  const rows = await hub.db.selectFrom('audit_log').selectAll().orderBy('id').execute()
  return rows.slice(1).map((r) => [r.action, r.target, JSON.parse(r.detail)])
}

test('changes what is given, clears what is null and leaves the rest', async () => {
  expect(await patch({ location: ' Norte ', lat: 0 })).toMatchObject({
    status: 200,
    json: { agent: { code: 'Gate-1', name: 'Portería', location: 'Norte', lat: 0, lng: -74 } },
  })
  const cleared = await patch({ location: null, lat: null, lng: null })
  expect(cleared.json).toMatchObject({ agent: { location: null, lat: null, lng: null } })
  expect((await patch({ name: 'Sur', location: '' })).json).toMatchObject({
    agent: { name: 'Sur', location: null },
  })
  expect(await audited()).toEqual([
    ['agent.update', 'Gate-1', { location: 'Norte', location_was: null, lat: 0, lat_was: 4 }],
    [
      'agent.update',
      'Gate-1',
      { location: null, location_was: 'Norte', lat: null, lat_was: 0, lng: null, lng_was: -74 },
    ],
    ['agent.update', 'Gate-1', { name: 'Sur', name_was: 'Portería' }],
  ])
})

test('tells sockets and screens of a new name or place, and of nothing else', async () => {
  await patch({})
  await patch({ name: 'Portería', lat: 5 })
  expect([statuses, renamed]).toEqual([[], []])
  await patch({ name: 'Sur' })
  const agent = { code: 'Gate-1', name: 'Sur', location: null }
  expect(renamed).toEqual([{ agentId: 1, agent }])
  expect(statuses).toMatchObject([{ agent, online: true, connected: true }])
  expect(changed).toEqual([])
})

test.each([
  { name: '' },
  { name: ' ' },
  { name: null },
  { name: 'x'.repeat(121) },
  { location: 'x'.repeat(201) },
  { name: 'a\u0000b' },
  { location: '\ud800' },
  { lat: 90.1 },
  { lng: -180.1 },
  { lat: '4' },
  { location: 7 },
  [],
])('refuses the change %j', async (body) => {
  expect(await patch(body)).toMatchObject({ status: 400, json: { error: 'invalid_input' } })
})

test('deletes an agent with its keys, and closes its sockets', async () => {
  expect(await call('DELETE', '/api/agents/GATE-1')).toEqual({ status: 200, json: { ok: true } })
  expect(await verifyAgentKey(hub.db, apiKey)).toBeNull()
  expect(changed).toMatchObject([{ agentId: 1, closeCode: CloseCode.keyRevoked, gone: true }])
  expect((await call('GET', '/api/agents')).json).toEqual({ agents: [] })
  expect(await audited()).toEqual([['agent.delete', 'Gate-1', {}]])
  for (const method of ['DELETE', 'PATCH']) {
    expect((await call(method, '/api/agents/gate-1')).status).toBe(404)
  }
})

test('gives a code that is made again its row and its watermarks back', async () => {
  const epoch = { epoch: 'a'.repeat(16), agent_id: 1, watermark: 7, updated_at: 0 }
  await hub.db.insertInto('agent_epochs').values(epoch).execute()
  await call('DELETE', '/api/agents/gate-1')
  const again = await call('POST', '/api/agents', { code: 'gate-1', name: 'Norte' })
  expect(again).toMatchObject({ status: 201, json: { agent: { id: 1, name: 'Norte', lat: null } } })
  expect(await hub.db.selectFrom('agent_epochs').selectAll().execute()).toMatchObject([epoch])
})

test('is for admins', async () => {
  token = await hub.tokenOf('operator')
  expect((await patch({ name: 'Sur' })).status).toBe(403)
  expect((await call('DELETE', '/api/agents/gate-1')).status).toBe(403)
})
