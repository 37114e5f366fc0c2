import type { AssetActivity, LogsResponse, Vehicle, WireEntry } from '@vehicle-control/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { applyBatches } from '../../ingest/apply.ts'
import { checkEntries } from '../../entries/checked-entries.ts'
import { createAgent } from '../../store/agents/agents.ts'
import { registerEpochs } from '../../store/reads/epochs.ts'
import { inTransaction } from '../../store/transaction.ts'
import { createTestHub, type TestHub } from '../../testing/test-hub.ts'

const EPOCH = 'a'.repeat(16)
const DAY_MS = 86_400_000

let hub: TestHub
let token: string
let seq = 0
beforeEach(async () => {
  hub = await createTestHub()
  token = await hub.tokenOf('admin')
  seq = 0
  const place = { location: null, lat: null, lng: null }
  await createAgent(hub.db, { code: 'gate', name: 'Puerta', ...place }, 1)
  const range = { epoch: EPOCH, firstSeq: 1, lastSeq: 0, lowestHeld: null }
  await registerEpochs(hub.db, 1, [range], 1)
})
afterEach(() => hub.close())

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await hub.call(method, path, { token, body })
  expect(answer.ok).toBe(true)
  return (await answer.json()) as T
}
const car = (change: object = {}) => {
  return { plate: 'KLM482', model: 'Duster', owner: 'Ana', rfid_tag: 'TAG-1', ...change }
}
const add = (change?: object) => call<Vehicle>('POST', '/api/vehicles', car(change))
const edit = (change: object) => call<Vehicle>('PUT', '/api/vehicles/1', car(change))
const activity = () => call<AssetActivity>('GET', '/api/assets/1/activity')
const logs = async (query = '') =>
  (await call<LogsResponse>('GET', `/api/rfid/logs${query}`)).logs.map(({ plate, owner }) => [
    plate,
    owner,
  ])

/** Moves the beginning of an asset into the past, as if it had been added then. */
async function backdate(id: number, ms: number): Promise<void> {
  const created_at = Date.now() - ms
  await hub.db.updateTable('assets').set({ created_at }).where('id', '=', id).execute()
}

async function read(uid: string, at = Date.now()): Promise<void> {
  const entry: WireEntry = {
    seq: ++seq,
    kind: 'read',
    at,
    age: null,
    clock: 'synced',
    data: { uid, reader: 'gate' },
  }
  const batch = {
    agentId: 1,
    generation: 0,
    epoch: EPOCH,
    prev: seq - 1,
    entries: checkEntries([entry], 0),
  }
  await inTransaction(hub.db, (trx) => applyBatches(trx, [{ ...batch, receivedAt: Date.now() }]))
}

describe('a vehicle that is sold', () => {
  beforeEach(async () => {
    await add()
    await backdate(1, 3 * DAY_MS)
    await read('TAG-1', Date.now() - DAY_MS)
  })

  it('keeps its reads of before, in lists, searches and figures, and goes on under its id', async () => {
    expect(await edit({ plate: 'XYZ123', owner: 'Beto' })).toMatchObject({ id: 1, owner: 'Beto' })
    await read('TAG-1')
    expect(await logs()).toEqual([
      ['XYZ123', 'Beto'],
      ['KLM482', 'Ana'],
    ])
    expect(await logs('?plate=KLM')).toEqual([['KLM482', 'Ana']])
    expect(await logs('?owner=beto')).toEqual([['XYZ123', 'Beto']])
    const topOf = async (until: number) => {
      const query = `from=${Date.now() - 2 * DAY_MS}&to=${until}`
      return (await call<{ top: object[] }>('GET', `/api/rfid/stats/top-vehicles?${query}`)).top
    }
    const was = { plate: 'KLM482', model: 'Duster', owner: 'Ana', total: 1 }
    expect(await topOf(Date.now() - DAY_MS / 2)).toEqual([was])
    expect(await topOf(Date.now() + 1000)).toMatchObject([{ plate: 'XYZ123', total: 2 }])
    const { items } = await call<{ items: Vehicle[] }>('GET', '/api/vehicles')
    expect(items).toMatchObject([{ id: 1, plate: 'XYZ123' }])
  })

  it('tells who had it and with which tags, and counts the reads of all', async () => {
    await edit({ owner: 'Beto' })
    await edit({ owner: 'Beto', rfid_tag: 'TAG-2' })
    await read('TAG-2')
    const told = await activity()
    expect(told).toMatchObject({ total: 2, asset: { id: 1, rfid_tag: 'TAG-2' } })
    expect(told.newest.map(({ uid }) => uid)).toEqual(['TAG-2', 'TAG-1'])
    // What Beto had for a moment, and nobody read, was a slip.
    expect(told.versions).toMatchObject([
      { owner: 'Beto', rfid_tag: 'TAG-2', until: null },
      { owner: 'Ana', rfid_tag: 'TAG-1', last_seen: told.newest[1]?.read_at },
    ])
  })

  it('lists an owner of an hour, whom nobody saw', async () => {
    await edit({ owner: 'Beto' })
    const hour = DAY_MS / 24
    const began = { created_at: Date.now() - hour }
    await hub.db.updateTable('assets').set(began).where('deleted_at', 'is', null).execute()
    await edit({ owner: 'Caro' })
    const owners = (await activity()).versions.map(({ owner }) => owner)
    expect(owners).toEqual(['Caro', 'Beto', 'Ana'])
  })

  it('lists a tag that it had for a moment: whoever reads that is told whose it was', async () => {
    await edit({ rfid_tag: 'TAG-2' })
    await edit({ rfid_tag: 'TAG-3' })
    await read('TAG-2')
    const { alerts } = await call<{ alerts: object[] }>('GET', '/api/alerts')
    expect(alerts).toMatchObject([{ kind: 'retired_tag', detail: 'KLM482: TAG-2', asset_id: 1 }])
    const tags = (await activity()).versions.map(({ rfid_tag }) => rfid_tag)
    expect(tags).toEqual(['TAG-3', 'TAG-2', 'TAG-1'])
  })

  it('is told as wrong from the beginning where somebody corrects it', async () => {
    await edit({ owner: 'Ana Peña', history: 'correct' })
    expect(await logs()).toEqual([['KLM482', 'Ana Peña']])
    expect((await activity()).versions).toHaveLength(1)
    const audit = await hub.db.selectFrom('audit_log').select('detail').orderBy('id').execute()
    expect(JSON.parse(audit.at(-1)?.detail ?? '')).toEqual({
      owner: 'Ana Peña',
      owner_was: 'Ana',
      history: 'correct',
    })
  })

  it('is edited and deleted under its id, however often it was edited', async () => {
    const first = await edit({ owner: 'Beto' })
    const second = await edit({ owner: 'Caro', updated_at: first.updated_at })
    const stale = car({ updated_at: first.updated_at })
    expect((await hub.call('PUT', '/api/vehicles/1', { token, body: stale })).status).toBe(412)
    expect((await hub.call('GET', '/api/assets/2', { token })).status).toBe(404)
    await call('DELETE', `/api/vehicles/1?updated_at=${second.updated_at}`)
    expect((await hub.call('GET', '/api/assets/1', { token })).status).toBe(404)
    expect(await logs()).toEqual([['KLM482', 'Ana']])
    expect(await add()).toMatchObject({ plate: 'KLM482' })
  })

  it('stays where it was in the list', async () => {
    for (let i = 2; i <= 12; i++) await add({ plate: `CAR${i}`, rfid_tag: `TAG-${i}` })
    await edit({ owner: 'Beto' })
    const page = await call<{ items: Vehicle[] }>('GET', '/api/vehicles?page=2&pageSize=10')
    expect(page.items.map(({ plate }) => plate)).toEqual(['CAR2', 'KLM482'])
  })
})

it('counts reads from before a tag was registered for nobody, and tells them apart', async () => {
  await read('TAG-1', Date.now() - 1000)
  await add()
  await read('TAG-1')
  const { total, first_seen, newest, before } = await activity()
  expect([total, first_seen]).toEqual([1, newest[0]?.read_at])
  expect(before).toMatchObject({ total: 1, capped: false, newest: [{ uid: 'TAG-1', plate: null }] })
  expect(before.newest[0]?.id).not.toBe(newest[0]?.id)
  const registered_now = { asset_id: 1, name: 'KLM482' }
  const { logs } = await call<LogsResponse>('GET', '/api/rfid/logs')
  expect(logs.map((log) => log.registered_now)).toEqual([undefined, registered_now])
  await call('DELETE', '/api/vehicles/1')
  const after = await call<LogsResponse>('GET', '/api/rfid/logs')
  expect(after.logs.map((log) => log.registered_now)).toEqual([undefined, undefined])
})

it('knows a lost tag again wherever it is read, in lists and alerts', async () => {
  await add()
  await edit({ rfid_tag: 'TAG-2' })
  await read('TAG-1')
  const list = await call<LogsResponse>('GET', '/api/rfid/logs')
  const retired_from = { asset_id: 1, name: 'KLM482' }
  expect(list.logs).toMatchObject([{ plate: null, retired_from }])
  const { alerts } = await call<{ alerts: object[] }>('GET', '/api/alerts')
  const since = list.logs[0]?.read_at
  expect(alerts).toEqual([
    {
      kind: 'retired_tag',
      agent: { code: 'gate', name: 'Puerta' },
      since,
      detail: 'KLM482: TAG-1',
      asset_id: 1,
    },
  ])
  expect((await activity()).before.total).toBe(0)
})
