import type { LogsResponse } from '@vehicle-control/protocol'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { insertRows } from '../store/bulk.ts'
import { createTestHub, type TestHub } from '../testing/test-hub.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const READS = 6000

let hub: TestHub
let now: number
let token: string
beforeEach(async () => {
  now = Date.UTC(2026, 10, 22, 12)
  hub = await createTestHub({ now: () => now })
  const agent = { code: 'G1', code_key: 'g1', name: 'Gate', created_at: 0, updated_at: 0 }
  await hub.db.insertInto('agents').values(agent).execute()
  const epoch = { epoch: 'a'.repeat(16), agent_id: 1, watermark: READS, updated_at: 0 }
  await hub.db.insertInto('agent_epochs').values(epoch).execute()
  // One a second, up to now.
  const names = ['epoch_id', 'seq', 'agent_id', 'received_at', 'reader', 'uid', 'read_at'] as const
  const rows = Array.from({ length: READS }, (_, i) => {
    const at = now - (READS - i) * 1000
    return [1, i + 1, 1, at, 'gate', `TAG-${i % 700}`, at, 'synced', 0]
  })
  await insertRows(hub.db, 'reads', [...names, 'clock', 'late'], rows)
  const assets = Array.from({ length: READS }, (_, i) => {
    return ['vehicle', `M${i}`, `P${i}`, `CAR-${i}`, 'Ana', 1, 1]
  })
  const columns = [
    'type',
    'name',
    'plate',
    'rfid_tag',
    'owner',
    'created_at',
    'updated_at',
  ] as const
  await insertRows(hub.db, 'assets', columns, assets)
  token = await hub.tokenOf('superadmin')
  // A session of the tests lasts for a minute.
  await hub.db
    .updateTable('sessions')
    .set({ expires_at: now + 100 * HOUR_MS })
    .execute()
})
afterEach(() => hub.close())

async function get<T>(path: string, by = token): Promise<T> {
  const answer = await hub.call('GET', path, { token: by, declared: false })
  expect(answer.status).toBe(200)
  return (await answer.json()) as T
}

async function entries() {
  const rows = await hub.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'rows.read_out')
    .orderBy('id')
    .execute()
  return rows.map(({ actor, target, address, detail }) => {
    return { actor, target, address, ...(JSON.parse(detail) as object) }
  })
}

const WHO = { actor: 'superadmin@test.co', address: '192.0.2.1' }

test('an export of over 5,000 rows is an entry with who asked for what; a small one is none', async () => {
  await get(`/api/client/logs?limit=20000&from=${now - HOUR_MS}`)
  expect(await entries()).toEqual([])
  const to = now - 1000
  await get(`/api/rfid/logs?limit=20000&to=${to}&q=TAG-`)
  expect(await entries()).toEqual([{ ...WHO, target: '/api/rfid/logs', q: 'TAG-', to, rows: 9600 }])
})

test('pages by the cursor add up to an entry, once, until it is ten times as much or an hour later', async () => {
  let before = ''
  const page = async () => {
    const { logs } = await get<LogsResponse>(`/api/client/logs?limit=500${before}`)
    before = `&before=${logs.at(-1)?.id}`
  }
  for (let i = 0; i < 10; i++) await page()
  expect(await entries()).toEqual([])
  const asked = before.slice('&before='.length)
  await page()
  const entry = { ...WHO, target: '/api/client/logs', before: asked, rows: 5500 }
  expect(await entries()).toEqual([entry])
  now += 10 * MINUTE_MS
  for (let i = 0; i < 8; i++) await get('/api/client/logs?limit=20000')
  expect(await entries()).toEqual([entry])
  await get('/api/client/logs?limit=20000')
  const more = { ...WHO, target: '/api/client/logs', rows: 5500 + 9 * READS }
  expect(await entries()).toEqual([entry, more])
  now += HOUR_MS
  await get('/api/client/logs?limit=5000')
  expect(await entries()).toHaveLength(2)
  await get('/api/client/logs?limit=20000')
  expect((await entries()).slice(2)).toMatchObject([{ rows: 11_000 }])
})

test('a screen that refreshes its first pages all day is none, in however many tabs', async () => {
  const wall = await hub.tokenOf('operator', true)
  await hub.db
    .updateTable('sessions')
    .set({ expires_at: now + 100 * HOUR_MS })
    .execute()
  for (let i = 0; i < 60; i++) {
    now += 90 * 1000
    const iso = (at: number) => new Date(at).toISOString()
    for (const by of [token, wall]) {
      await get(`/api/client/logs?limit=500&receivedFrom=${now - HOUR_MS}`, by)
      await get(`/api/rfid/logs?limit=200&from=${iso(now - HOUR_MS)}&to=${iso(now)}`, by)
      await get('/api/rfid/logs/today?limit=200', by)
      await get('/api/vehicles?pageSize=100', by)
    }
  }
  expect(await entries()).toEqual([])
})

describe('reads a site out', () => {
  const span = async () => {
    for (let i = 0; i < 30; i++) {
      await get(`/api/client/logs?limit=200&to=${now - i * 190_000 - 300_000}`)
    }
  }
  const tags = async () => {
    for (let i = 0; i < 700; i++) await get(`/api/rfid/logs?limit=200&q=TAG-${i}`)
  }
  const vehicles = async () => {
    for (let page = 2; page < 54; page++) await get(`/api/vehicles?pageSize=100&page=${page}`)
  }
  const assets = async () => {
    for (let i = 0; i < 60; i++) await get(`/api/assets?pageSize=100&q=${i}`)
  }
  const each = async () => {
    for (let id = 1; id <= 5001; id++) await get(`/api/assets/${id}`)
  }
  const pages = async () => {
    const wide = { created_at: now, rfid_tag: sql<string>`'TAG-' || id` }
    await hub.db.updateTable('assets').set(wide).execute()
    for (let id = 1; id < 700; id++) await get(`/api/assets/${id}/activity`)
  }
  const csv = async () => {
    const answer = await hub.call('GET', '/api/vehicles/export/csv', { token })
    expect(answer.status).toBe(200)
  }
  test.each([
    ['by ranges, page one of each', span, '/api/client/logs'],
    ['tag by tag', tags, '/api/rfid/logs'],
    ['by the list of vehicles', vehicles, '/api/vehicles'],
    ['by searches for assets', assets, '/api/assets'],
    ['asset by asset', each, '/api/assets/:id'],
    ['by the pages of vehicles', pages, '/api/assets/:id/activity'],
    ['by the file of vehicles', csv, '/api/vehicles/export/csv'],
  ])('%s, who leaves an entry', async (_, work, target) => {
    await work()
    expect(await entries()).toMatchObject([{ ...WHO, target, rows: expect.any(Number) }])
  })

  test('by the audit log, who leaves an entry', async () => {
    const columns = ['at', 'actor', 'action', 'target', 'detail', 'hash'] as const
    const rows = Array.from({ length: 5200 }, () => [1, 'a', 'b', 'c', '{}', ''])
    await insertRows(hub.db, 'audit_log', columns, rows)
    for (let page = 1; page < 52; page++) await get(`/api/audit?pageSize=100&page=${page}`)
    expect(await entries()).toMatchObject([{ ...WHO, target: '/api/audit' }])
  })

  test('by telemetry of the past, who leaves an entry; charts of now are none', async () => {
    const minutes = Array.from({ length: 12_000 }, (_, i) => [
      1,
      'temp',
      now - i * MINUTE_MS,
      20,
      1,
    ])
    const columns = ['agent_id', 'type', 'minute', 'sum', 'count'] as const
    await insertRows(hub.db, 'telemetry_minutes', columns, minutes)
    const chart = (to: number) =>
      get(`/api/agents/G1/telemetry?type=temp&from=${to - 6 * HOUR_MS}&to=${to}`)
    for (let i = 0; i < 40; i++) await chart(now + i * 5000)
    expect(await entries()).toEqual([])
    for (let i = 2; i < 20; i++) await chart(now - i * 6 * HOUR_MS)
    expect(await entries()).toMatchObject([{ ...WHO, target: '/api/agents/:code/telemetry' }])
  })
})

test('nobody gets rows whose entry cannot be written', async () => {
  await sql`alter table audit_log rename to elsewhere`.execute(hub.db)
  const answer = await hub.call('GET', '/api/client/logs?limit=20000', { token })
  expect(answer.status).toBe(500)
  expect(await answer.text()).not.toContain('TAG-')
})
