import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TempStore, openTempStore } from '../../testing/temp-store.ts'
import { createAgent } from '../agents/agents.ts'
import { createAssets } from '../assets/assets.ts'
import { insertRows } from '../bulk.ts'
import { type ReadQuery, findReads } from './find-reads.ts'
import { loadReadLogs, readLogPages } from './read-logs.ts'

const COLUMNS = [
  'epoch_id',
  'seq',
  'agent_id',
  'received_at',
  'reader',
  'uid',
  'asset_id',
  'read_at',
  'clock',
  'late',
] as const

let store: TempStore

interface Row {
  id: number
  uid: string
  assetId: number | null
  readAt: number
  receivedAt: number
  late: 0 | 1
}

async function insertReads(rows: readonly Omit<Row, 'id'>[]): Promise<void> {
  const cells = rows.map((r, i) => {
    return [1, i + 1, 1, r.receivedAt, 'gate', r.uid, r.assetId, r.readAt, 'synced', r.late]
  })
  await insertRows(store.db, 'reads', COLUMNS, cells)
}

async function open(rows: readonly Omit<Row, 'id'>[]): Promise<void> {
  store = await openTempStore()
  const { db } = store
  await createAgent(db, { code: 'G1', name: 'Gate', location: 'N', lat: null, lng: null }, 1)
  const epoch = { epoch: 'EPOCH', agent_id: 1, watermark: 0, updated_at: 1 }
  await db.insertInto('agent_epochs').values(epoch).execute()
  const cars = Array.from({ length: 120 }, (_, i) => ({
    type: 'vehicle' as const,
    name: `Model ${i}`,
    plate: `ABC${String(i).padStart(3, '0')}`,
    rfid_tag: `CAR-${i}`,
    owner: i % 2 === 0 ? 'Even Fleet' : 'Odd Fleet',
    location: null,
    photo_url: null,
  }))
  await createAssets(db, cars, 1)
  await insertReads(rows)
}

describe('among some thousand reads', () => {
  // Times collide on purpose: ties are broken by the id.
  const rows: Row[] = Array.from({ length: 3000 }, (_, i) => {
    const asset = (i * 7) % 150
    const known = asset < 120
    return {
      id: i + 1,
      uid: known ? `CAR-${asset}` : `TEST-${asset}`,
      assetId: known ? asset + 1 : null,
      readAt: 1000 + ((i * 13) % 500),
      receivedAt: 5000 + Math.floor(i / 3),
      late: i % 10 === 0 ? 1 : 0,
    }
  })
  beforeAll(() => open(rows))
  afterAll(() => store.close())

  function model(query: ReadQuery): { ids: number[]; total: number | null } {
    const q = query.q?.toUpperCase()
    const exact = rows.some((r) => r.uid === q)
    const prefix = q !== undefined && q.length >= 4 && rows.some((r) => r.uid.startsWith(q))
    const byTag = (uid: string) => {
      if (q === undefined) return true
      if (prefix) return uid.startsWith(q)
      return exact ? uid === q : uid.includes(q)
    }
    const plate = query.plate?.toUpperCase()
    const owner = query.owner?.toLowerCase()
    const plateOf = (r: Row) => `ABC${String((r.assetId ?? 0) - 1).padStart(3, '0')}`
    const ownerOf = (r: Row) => ((r.assetId ?? 0) % 2 === 1 ? 'even fleet' : 'odd fleet')
    const found = rows
      .filter((r) => r.readAt >= (query.from ?? 0) && r.readAt <= (query.to ?? Infinity))
      .filter((r) => r.receivedAt >= (query.receivedFrom ?? 0))
      .filter((r) => !query.onTimeOnly || r.late === 0)
      .filter((r) => byTag(r.uid))
      .filter((r) => plate === undefined || (r.assetId !== null && plateOf(r).includes(plate)))
      .filter((r) => owner === undefined || (r.assetId !== null && ownerOf(r).includes(owner)))
    const time = query.receivedFrom === undefined ? 'readAt' : 'receivedAt'
    found.sort((a, b) => b[time] - a[time] || b.id - a.id)
    const { limit, from: _from, to: _to, ...filters } = query
    const isRange = Object.keys(filters).length === 0
    const ids = found.slice(0, limit).map((r) => r.id)
    return { ids, total: isRange ? null : found.length }
  }

  const queries: ReadQuery[] = [
    { limit: 200 },
    { limit: 20_000 },
    { limit: 10, from: 1100, to: 1200 },
    { limit: 10, from: 9000 },
    { limit: 50, onTimeOnly: true },
    { limit: 50, receivedFrom: 5500 },
    { limit: 50, receivedFrom: 5500, from: 1100, to: 1300, onTimeOnly: true },
    { limit: 50, q: 'CAR-7' },
    { limit: 50, q: 'car-7' },
    { limit: 50, q: 'TEST' },
    { limit: 50, q: 'CAR-' },
    { limit: 50, q: 'T-12' },
    { limit: 50, q: '77' },
    { limit: 50, q: 'NOPE-1' },
    { limit: 50, plate: 'abc01' },
    { limit: 50, plate: 'ABC' },
    { limit: 50, plate: 'XYZ' },
    { limit: 50, owner: 'EVEN' },
    { limit: 50, owner: 'fleet', from: 1050, to: 1051 },
    { limit: 50, owner: 'odd', plate: '03' },
    { limit: 50, q: 'CAR-2', plate: 'abc', owner: 'even' },
    { limit: 50, q: 'CAR-7', from: 1100, to: 1400, onTimeOnly: true },
  ]
  test.each(queries)('finds what a plain filter finds: %o', async (query) => {
    const found = await findReads(store.readOnly, query)
    expect(found).toMatchObject({ ...model(query), capped: false, truncated: false })
    const logs = await loadReadLogs(store.readOnly, found.ids, found.between)
    expect(logs).toHaveLength(found.ids.length)
  })

  test('names epoch, agent and asset of each row, deleted ones too', async () => {
    await store.db.updateTable('assets').set({ deleted_at: 9 }).where('id', '=', 78).execute()
    const { ids } = await findReads(store.readOnly, { limit: 1, q: 'car-77' })
    expect(await loadReadLogs(store.readOnly, ids)).toMatchObject([
      {
        id: `EPOCH-${ids[0]}`,
        uid: 'CAR-77',
        plate: 'ABC077',
        model: 'Model 77',
        owner: 'Odd Fleet',
        agent_code: 'G1',
        agent_location: 'N',
        clock_ok: true,
      },
    ])
  })

  test('gives pages in the order of the ids and leaves out rows that are gone', async () => {
    const { ids } = await findReads(store.readOnly, { limit: 2500 })
    const wanted = [999_999, ...ids]
    const pages: string[][] = []
    for await (const page of readLogPages(store.readOnly, { ids: wanted, between: null }))
      pages.push(page.map((r) => r.id))
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.flat()).toEqual(ids.map((id) => `EPOCH-${id}`))
  })
})

describe('among more reads than are searched', () => {
  const count = 50_010
  beforeAll(() =>
    open(
      Array.from({ length: count }, (_, i) => ({
        uid: i < 5 ? 'ANCIENT-1' : `TAG-${i % 60}`,
        assetId: i < 5 ? null : (i % 60) + 1,
        readAt: i,
        receivedAt: i,
        late: i < 9 ? (1 as const) : (0 as const),
      })),
    ),
  )
  afterAll(() => store.close())

  test.each(['TAG-', 'AG-'])('counts %s exactly to 10,000, or to what is listed', async (q) => {
    const find = (reads: number, limit: number) =>
      findReads(store.readOnly, { q, limit, from: count - reads })
    expect(await find(10_000, 1)).toMatchObject({ total: 10_000, capped: false })
    expect(await find(10_001, 1)).toMatchObject({ total: 10_001, capped: true })
    const whole = await find(20_000, 20_000)
    expect(whole).toMatchObject({ total: 20_000, capped: false })
    expect(whole.ids).toHaveLength(20_000)
    const cut = await find(20_001, 20_000)
    expect(cut).toMatchObject({ total: 10_001, capped: true })
    expect(cut.ids).toHaveLength(20_000)
  })

  test('searches the newest 50,000 of the range and says so', async () => {
    const all = await findReads(store.readOnly, { limit: 5, q: 'CIENT' })
    expect(all).toMatchObject({ ids: [], total: 0, truncated: true })
    const range = await findReads(store.readOnly, { limit: 5, q: 'CIENT', to: 1000 })
    expect(range).toMatchObject({ ids: [5, 4, 3, 2, 1], total: 5, truncated: false })
    const wide = await findReads(store.readOnly, { limit: 3, plate: 'abc' })
    expect(wide).toMatchObject({
      ids: [count, count - 1, count - 2],
      total: 10_001,
      truncated: true,
    })
  })

  test('searches no more than that for filters that the index of the order does not serve', async () => {
    const all = await findReads(store.readOnly, { limit: 1, onTimeOnly: true })
    expect(all).toMatchObject({ ids: [count], total: 10_001, truncated: true })
    const old = await findReads(store.readOnly, { limit: 1, receivedFrom: 0, to: 5 })
    expect(old).toMatchObject({ ids: [], total: 0, truncated: true })
    const few = await findReads(store.readOnly, { limit: 2, receivedFrom: 20, to: 25 })
    expect(few).toMatchObject({ ids: [26, 25], total: 6, truncated: false })
    const early = await findReads(store.readOnly, { limit: 2, to: 11, onTimeOnly: true })
    expect(early).toMatchObject({ ids: [12, 11], total: 3, truncated: false })
  })

  test('searches the same rows for every page where the range has an end, whatever arrives', async () => {
    const search = { onTimeOnly: true, limit: 100_000 }
    const ended = { ...search, to: count - 1 }
    const { ids } = await findReads(store.readOnly, ended)
    const arriving = { uid: 'NEW', assetId: null, readAt: count + 5, receivedAt: count + 5 }
    const seqs = Array.from({ length: 20 }, (_, i) => count + 1 + i)
    const cells = seqs.map((seq) => {
      return [1, seq, 1, arriving.receivedAt, 'gate', 'NEW', null, arriving.readAt, 'synced', 0]
    })
    await insertRows(store.db, 'reads', COLUMNS, cells)
    const after = { id: ids[99] ?? 0, readAt: count - 100, receivedAt: count - 100 }
    const rest = await findReads(store.readOnly, { ...ended, after })
    expect(rest.ids).toEqual(ids.slice(100))
    // Without an end it moves with what arrives, and the oldest rows are out of it.
    const moved = await findReads(store.readOnly, { ...search, after })
    expect(moved.ids).toEqual(ids.slice(100, -20))
  })

  test('finds a tag by its index however old the read is', async () => {
    const found = await findReads(store.readOnly, { limit: 5, q: 'ANCIENT' })
    expect(found).toMatchObject({ ids: [5, 4, 3, 2, 1], total: 5, truncated: false })
  })

  test('begins its window after all rows of the time at which that many end', async () => {
    await store.db.updateTable('reads').set({ read_at: 7 }).where('read_at', '<', 100).execute()
    const found = await findReads(store.readOnly, { limit: 1, q: 'CIENT' })
    expect(found).toMatchObject({ ids: [], total: 0, truncated: true })
    const last = await findReads(store.readOnly, { limit: 100_000, onTimeOnly: true })
    expect([last.ids.length, last.ids.at(-1)]).toEqual([49_930, 101])
  })
})
