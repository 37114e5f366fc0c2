import { LogsResponse } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAgent } from '../../store/agents/agents.ts'
import { createAssets } from '../../store/assets/assets.ts'
import { storeReads } from '../../testing/store-reads.ts'
import { type TestHub, createTestHub } from '../../testing/test-hub.ts'

const READS = 60
const LISTS = ['/api/rfid/logs', '/api/client/logs', '/api/rfid/logs/today']
/** An afternoon of the site. The first read was then; the next ones follow by the millisecond. */
const START = Date.UTC(2026, 4, 20, 20)
let hub: TestHub
let token: string
beforeEach(async () => {
  hub = await createTestHub({ now: () => START + 1000 })
  token = await hub.tokenOf('operator')
  const { db } = hub
  await createAgent(db, { code: 'G1', name: 'Gate', location: null, lat: null, lng: null }, 1)
  const epoch = { epoch: 'EPOCH', agent_id: 1, watermark: 0, updated_at: 1 }
  await db.insertInto('agent_epochs').values(epoch).execute()
  const car = { type: 'vehicle' as const, name: 'Model', plate: 'ABC123', rfid_tag: 'KNOWN' }
  await createAssets(db, [{ ...car, owner: 'Ana', location: null, photo_url: null }], 1)
  await addReads(0, READS)
})
afterEach(() => hub.close())

/** Every third read is of a tag that no asset has. */
async function addReads(from: number, until: number): Promise<void> {
  const rows = Array.from({ length: until - from }, (_, n) => {
    const i = from + n
    const radio = { reader: 'gate', antenna: null, rssi: null, tid: null, clock: 'synced' }
    const place = { epochId: 1, seq: i + 1, agentId: 1, ...radio }
    const tag = i % 3 === 0 ? { uid: 'UNKNOWN', versionId: null } : { uid: 'KNOWN', versionId: 1 }
    const at = START + i
    return { ...place, ...tag, at, receivedAt: at, late: i % 2 === 1 }
  })
  await storeReads(hub.db, rows)
}

async function logs(path: string): Promise<LogsResponse> {
  const answer = await hub.call('GET', path, { token })
  expect(answer.status).toBe(200)
  return LogsResponse.parse(await answer.json())
}

test.each(LISTS)('%s tells reads of unknown tags from the others', async (list) => {
  const unknown = await logs(`${list}?known=0&limit=5`)
  expect(unknown).toMatchObject({ total: 20, capped: false, truncated: false })
  expect(unknown.logs.map((row) => [row.uid, row.plate])).toEqual(
    Array.from({ length: 5 }, () => ['UNKNOWN', null]),
  )
  const known = await logs(`${list}?known=1`)
  expect(new Set(known.logs.map((row) => row.plate))).toEqual(new Set(['ABC123']))
  expect(known).toMatchObject({ total: 40, capped: false, truncated: false })
  expect((await logs(`${list}?known=`)).total).toBe(READS)
})

test.each(LISTS)('%s says in Spanish which values known may have', async (list) => {
  for (const value of ['2', 'true', 'no', '01']) {
    const answer = await hub.call('GET', `${list}?known=${value}`, { token })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      error: 'invalid_input',
      issues: [{ path: 'known', message: 'Valor no permitido: usa 0, 1' }],
    })
  }
})

test('an asset has no read of an unknown tag', async () => {
  expect(await logs('/api/rfid/logs?known=0&plate=ABC')).toMatchObject({ logs: [], total: 0 })
  expect(await logs('/api/rfid/logs?known=0&owner=ana')).toMatchObject({ logs: [], total: 0 })
  expect((await logs('/api/rfid/logs?known=1&owner=ana')).total).toBe(40)
  expect((await logs('/api/rfid/logs?known=0&q=KNOWN')).total).toBe(0)
  expect((await logs('/api/rfid/logs?known=0&q=UNKN')).total).toBe(20)
  expect((await logs('/api/client/logs?known=0&late=0')).total).toBe(10)
  expect((await logs('/api/client/logs?known=0&receivedFrom=0')).total).toBe(20)
})

test.each(['/api/rfid/logs', '/api/client/logs'])('%s goes on behind a read', async (list) => {
  for (const query of ['', 'known=0&', 'known=1&', 'from=0&']) {
    const whole = await logs(`${list}?${query}limit=100`)
    const first = await logs(`${list}?${query}limit=7`)
    const second = await logs(`${list}?${query}limit=7&before=${first.logs.at(-1)?.id}`)
    expect([...first.logs, ...second.logs]).toEqual(whole.logs.slice(0, 14))
    expect([first.total, second.total]).toEqual([whole.total, whole.total])
    const last = await logs(`${list}?${query}limit=7&before=${whole.logs.at(-1)?.id}`)
    expect(last).toMatchObject({ logs: [], total: whole.total, capped: false })
  }
})

test('new reads neither repeat a row on the next page nor hide one', async () => {
  const first = await logs('/api/rfid/logs?limit=10')
  await addReads(READS, READS + 5)
  const second = await logs(`/api/rfid/logs?limit=10&before=${first.logs.at(-1)?.id}`)
  expect(second.logs.map((row) => row.id)).toEqual(
    Array.from({ length: 10 }, (_, i) => `EPOCH-${READS - 10 - i}`),
  )
  expect(second.total).toBe(READS + 5)
})

test('a read that is not there is said, with the way back', async () => {
  await hub.db.deleteFrom('reads').where('seq', '=', 9).execute()
  const gone = ['EPOCH-9', 'EPOCH-99999', 'OTHER-1', 'EPOCH', 'EPOCH-', '-1', 'EPOCH-x', "E'--1"]
  for (const id of gone) {
    for (const list of ['/api/rfid/logs', '/api/client/logs']) {
      const path = `${list}?before=${encodeURIComponent(id)}`
      const answer = await hub.call('GET', path, { token })
      expect([id, answer.status]).toEqual([id, 400])
      expect(await answer.json()).toMatchObject({
        error: 'invalid_input',
        issues: [{ path: 'before', message: 'Esa lectura ya no está; vuelve a la primera página' }],
      })
    }
  }
})
