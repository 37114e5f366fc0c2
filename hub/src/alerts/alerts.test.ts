import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestHub, type TestHub } from '../testing/test-hub.ts'
import { currentAlerts } from './alerts.ts'

const now = Date.UTC(2026, 10, 20, 12)
const minutes = (n: number) => n * 60_000
let hub: TestHub
let connected = new Set<number>()

beforeEach(async () => {
  hub = await createTestHub()
  connected = new Set()
})
afterEach(() => hub.close())

async function agent(code: string, change: object = {}): Promise<number> {
  const row = { code, code_key: code, name: code.toUpperCase(), created_at: 0, ...change }
  const { id } = await hub.db
    .insertInto('agents')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const alerts = async () => {
  const presence = { isConnected: (id: number) => connected.has(id), lastSeen: () => null }
  const found = await currentAlerts(hub.db, presence, now)
  return found.map(({ kind, agent: { code }, detail }) => [code, kind, detail])
}

it('are none while all is well, and none for agents that never came or are deleted', async () => {
  connected.add(
    await agent('a', { last_seen: now, clock: 'synced', outbox: '{"bytes":1,"maxBytes":9}' }),
  )
  await agent('b')
  await agent('c', { last_seen: now - minutes(4) })
  await agent('d', { last_seen: 1, deleted_at: 2 })
  expect(await alerts()).toEqual([])
})

it('name what is wrong with an agent, the newest first', async () => {
  await agent('away', { last_seen: now - minutes(6) })
  await agent('twin', { last_seen: now, quarantine: '{}' })
  const id = await agent('gate', { clock: 'unsynced', outbox: '{"bytes":85,"maxBytes":100}' })
  connected.add(id)
  const reader = {
    agent_id: id,
    type: 'line',
    path: 'p',
    simulated: 0 as const,
    noise: 0,
    updated_at: now,
  }
  await hub.db
    .insertInto('agent_readers')
    .values([
      { ...reader, reader: 'in', state: 'silent', error: null },
      { ...reader, reader: 'out', state: 'closed', error: 'No such file' },
      { ...reader, reader: 'ok', state: 'open', error: null },
    ])
    .execute()
  const gap = { epoch_id: 1, seq: 1, agent_id: id, from_seq: 1, to_seq: 3, at: now }
  await hub.db
    .insertInto('gaps')
    .values([
      { ...gap, lost: 3, counts: '{"read":3}', reason: 'cap', received_at: now - minutes(60) },
      {
        ...gap,
        counts: '{"read":1,"suppressed":2}',
        lost: 3,
        reason: 'ring',
        received_at: now - minutes(5),
      },
      { ...gap, lost: 9, counts: '{"read":9}', reason: 'cap', received_at: now - minutes(25 * 60) },
    ])
    .execute()
  expect(await alerts()).toEqual([
    ['gate', 'reader_silent', 'in'],
    ['gate', 'reader_closed', 'out: No such file'],
    ['away', 'agent_offline', null],
    ['gate', 'gap', '6 (cap, ring)'],
    ['gate', 'clock_unsynced', null],
    ['gate', 'outbox_filling', '85 %'],
    ['twin', 'quarantine', null],
  ])
})

it('of what one agent lost hide no other agent, however often it loses something', async () => {
  const ids = [await agent('often'), await agent('once')]
  const gaps = Array.from({ length: 1501 }, (_, i) => ({
    epoch_id: 1,
    seq: i + 1,
    agent_id: ids[i === 1500 ? 1 : 0] ?? 0,
    from_seq: i + 1,
    to_seq: i + 1,
    counts: '{"read":1}',
    lost: 1,
    reason: 'cap',
    at: now,
    received_at: now - minutes(60) + i,
  }))
  for (let from = 0; from < gaps.length; from += 500) {
    await hub.db
      .insertInto('gaps')
      .values(gaps.slice(from, from + 500))
      .execute()
  }
  expect(await alerts()).toEqual([
    ['once', 'gap', '1 (cap)'],
    ['often', 'gap', '1500 (cap)'],
  ])
})

it('are for everybody with a session', async () => {
  const token = await hub.tokenOf('operator', true)
  const response = await hub.call('GET', '/api/alerts', { token })
  expect(await response.json()).toEqual({ alerts: [] })
  expect((await hub.call('GET', '/api/alerts')).status).toBe(401)
})

it('are looked up once for all who ask at the same time', async () => {
  let looks = 0
  const isConnected = () => ++looks > 0
  const shared = await createTestHub({ presence: { isConnected, lastSeen: () => null } })
  try {
    const row = { code: 'a', code_key: 'a', name: 'A', created_at: 0 }
    await shared.db.insertInto('agents').values(row).execute()
    const token = await shared.tokenOf('operator')
    const ask = () => shared.call('GET', '/api/alerts', { token })
    const answers = await Promise.all(Array.from({ length: 20 }, ask))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(looks).toBe(1)
  } finally {
    await shared.close()
  }
})
