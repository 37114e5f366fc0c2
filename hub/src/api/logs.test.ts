import { LogsResponse } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAgent } from '../store/agents.ts'
import { insertRows } from '../store/bulk.ts'
import { type TestHub, createTestHub } from '../testing/test-hub.ts'

const READS = 2600
let hub: TestHub
let token: string
beforeEach(async () => {
  hub = await createTestHub()
  token = await hub.tokenOf('operator')
  const { db } = hub
  await createAgent(db, { code: 'G1', name: 'Gate', location: null, lat: null, lng: null }, 1)
  const epoch = { epoch: 'EPOCH', agent_id: 1, watermark: 0, updated_at: 1 }
  await db.insertInto('agent_epochs').values(epoch).execute()
  const rows = Array.from({ length: READS }, (_, i) => {
    return [1, i + 1, 1, i, 'gate', `TAG-${i % 7}`, i, 'synced', i % 2]
  })
  await insertRows(
    db,
    'reads',
    ['epoch_id', 'seq', 'agent_id', 'received_at', 'reader', 'uid', 'read_at', 'clock', 'late'],
    rows,
  )
})
afterEach(() => hub.close())

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

test('takes ranges as ISO 8601 or milliseconds and leaves late reads out when told', async () => {
  const range = `from=${encodeURIComponent('1970-01-01T00:00:00.100Z')}&to=199`
  expect((await logs(`/api/rfid/logs?${range}`)).total).toBe(100)
  expect((await logs(`/api/client/logs?${range}&late=0`)).total).toBe(50)
  expect((await logs('/api/client/logs?receivedFrom=2590')).total).toBe(10)
})

test('refuses what is neither', async () => {
  for (const query of ['from=yesterday', 'to=x', 'limit=0', 'limit=-1', 'limit=ten']) {
    const answer = await hub.call('GET', `/api/rfid/logs?${query}`, { token })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ issues: [{ path: query.split('=')[0] }] })
  }
})
