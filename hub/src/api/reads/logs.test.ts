import { gunzipSync } from 'node:zlib'
import { LogsResponse } from '@vehicle-control/protocol'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAgent } from '../../store/agents/agents.ts'
import { storeReads } from '../../testing/store-reads.ts'
import { openTempStore } from '../../testing/temp-store.ts'
import { type TestHub, createTestHub } from '../../testing/test-hub.ts'

const READS = 2600
/** Of the first read; the next ones follow by the millisecond. */
const START = 1_700_000_000_000
let hub: TestHub
let token: string
beforeEach(async () => {
  hub = await createTestHub()
  token = await hub.tokenOf('operator')
  const { db } = hub
  await createAgent(db, { code: 'G1', name: 'Gate', location: null, lat: null, lng: null }, 1)
  const epoch = { epoch: 'EPOCH', agent_id: 1, watermark: 0, updated_at: 1 }
  await db.insertInto('agent_epochs').values(epoch).execute()
  await addReads(0, READS)
})
afterEach(() => hub.close())

/** Reads `from` to `until` of the list, the oldest first. */
async function addReads(from: number, until: number): Promise<void> {
  const rows = Array.from({ length: until - from }, (_, n) => {
    const i = from + n
    const radio = { reader: 'gate', antenna: null, rssi: null, tid: null }
    const place = { epochId: 1, seq: i + 1, agentId: 1, ...radio }
    const tag = { uid: `TAG-${i % 7}`, versionId: null }
    const time = { at: START + i, receivedAt: START + i, clock: 'synced', late: i % 2 === 1 }
    return { ...place, ...tag, ...time }
  })
  await storeReads(hub.db, rows)
}

async function logs(path: string): Promise<LogsResponse> {
  const answer = await hub.call('GET', path, { token })
  expect(answer.status).toBe(200)
  return LogsResponse.parse(await answer.json())
}

test('answers the newest first, 200 or 500 unless told', async () => {
  const dashboard = await logs('/api/rfid/logs?plate=&q=&from=&_=123')
  expect(dashboard.logs).toHaveLength(200)
  expect(dashboard).toMatchObject({ total: READS, truncated: false })
  expect(dashboard.logs[0]).toMatchObject({ id: `EPOCH-${READS}`, agent_code: 'G1' })
  expect((await logs('/api/client/logs')).logs).toHaveLength(500)
})

test('sends long lists whole and in order', async () => {
  const all = await logs('/api/client/logs?limit=99999')
  expect(all.logs.map((row) => row.id)).toEqual(
    Array.from({ length: READS }, (_, i) => `EPOCH-${READS - i}`),
  )
})

test('sends 20,000 rows at the most, whatever is asked for, and counts all of a range', async () => {
  await addReads(READS, 20_001)
  for (const path of ['/api/client/logs', '/api/rfid/logs']) {
    const all = await logs(`${path}?limit=999999`)
    expect([all.logs.length, all.logs.at(-1)?.id]).toEqual([20_000, 'EPOCH-2'])
    expect(all).toMatchObject({ total: 20_001, capped: false })
    const range = `limit=1&from=${START + 1}&to=${START + 15_000}`
    expect(await logs(`${path}?${range}`)).toMatchObject({ total: 15_000, capped: false })
  }
  expect(await logs('/api/rfid/logs?q=TAG-')).toMatchObject({ total: 10_001, capped: true })
  expect(await logs('/api/client/logs?late=0')).toMatchObject({ total: 10_001, capped: true })
  const ofATag = await logs('/api/rfid/logs?q=TAG-1&limit=20000')
  expect(ofATag).toMatchObject({ total: 2858, capped: false })
  expect(ofATag.logs).toHaveLength(2858)
})

test('takes ranges as ISO 8601 or milliseconds and leaves late reads out when told', async () => {
  const from = new Date(START + 100).toISOString()
  const range = `from=${from}&to=${START + 199}`
  expect((await logs(`/api/rfid/logs?${range}`)).total).toBe(100)
  expect((await logs(`/api/client/logs?${range}&late=0`)).total).toBe(50)
  expect((await logs(`/api/client/logs?receivedFrom=${START + 2590}`)).total).toBe(10)
  const inBogota = encodeURIComponent(
    `${new Date(START - 5 * 3_600_000).toISOString().slice(0, -1)}-05:00`,
  )
  expect((await logs(`/api/rfid/logs?from=${inBogota}&to=${START + 9}`)).total).toBe(10)
  expect((await logs('/api/client/logs?receivedFrom=0')).total).toBe(READS)
})

test('refuses what is neither', async () => {
  const times = ['yesterday', 'hello 1', '2026', '1234567890', '-1', '2026-01-01', '01/02/2026']
  times.push('2026-02-31T00:00:00Z', '2026-01-01T00:00:00', '2026-01-01 00:00:00Z')
  times.push(`${START + 1}&to=${START}`)
  const limits = ['limit=0', 'limit=-1', 'limit=ten']
  for (const query of [...times.map((time) => `from=${time}`), 'to=x', ...limits]) {
    const answer = await hub.call('GET', `/api/rfid/logs?${query}`, { token })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ issues: [{ path: query.split('=')[0] }] })
  }
})

test('answers short lists by another connection than the reads', async () => {
  await hub.close()
  const closed = await openTempStore()
  await closed.close()
  hub = await createTestHub({ searches: closed.readOnly })
  token = await hub.tokenOf('operator')
  expect((await hub.call('GET', '/api/agents/status', { token })).status).toBe(200)
  expect((await hub.call('GET', '/api/rfid/logs', { token })).status).toBe(500)
})

test('logs what breaks a list off after its answer began', async () => {
  const written: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => written.push(line) })
  const other = await createTestHub({ log, searches: hub.readOnly })
  token = await other.tokenOf('operator')
  const answer = await other.call('GET', '/api/client/logs?limit=20000', { token, declared: false })
  await hub.db.schema.dropTable('agent_epochs').execute()
  await expect(answer.text()).rejects.toThrow()
  expect(written.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'a list broke off',
  ])
  await other.close()
})

test('compresses lists for who takes that, and only for them', async () => {
  const ask = (encoding: string, declared: boolean) =>
    hub.call('GET', '/api/rfid/logs', { token, headers: { 'accept-encoding': encoding }, declared })
  const packed = await ask('gzip', false)
  const plain = await ask('identity', true)
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect(plain.headers.get('content-encoding')).toBeNull()
  const bytes = await packed.arrayBuffer()
  const text = gunzipSync(bytes).toString()
  expect(text).toBe(await plain.text())
  expect(bytes.byteLength).toBeLessThan(text.length / 5)
})
