import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TempStore, openTempStore } from '../../testing/temp-store.ts'
import { createAgent } from '../agents/agents.ts'
import { createAssets } from '../assets/assets.ts'
import { insertReads } from '../../testing/store-reads.ts'
import { type ReadQuery, findReads } from './find-reads.ts'
import { findPlace, type ReadPlace } from './read-place.ts'

const TAGS = ['CAR-0', 'CAR-1', 'CAR-2', 'TEST-0', 'TEST-1']
const CARS = 3

let store: TempStore
beforeAll(async () => {
  store = await openTempStore()
  const { db } = store
  await createAgent(db, { code: 'G1', name: 'Gate', location: null, lat: null, lng: null }, 1)
  const epoch = { epoch: 'EPOCH', agent_id: 1, watermark: 0, updated_at: 1 }
  await db.insertInto('agent_epochs').values(epoch).execute()
  const cars = Array.from({ length: CARS }, (_, i) => ({
    type: 'vehicle' as const,
    name: 'Model',
    plate: `ABC${i}`,
    rfid_tag: `CAR-${i}`,
    owner: i === 0 ? 'Ana' : 'Beto',
    location: null,
    photo_url: null,
  }))
  await createAssets(db, cars, 1)
})
afterAll(() => store.close())

/** A read as it is made up; the later it comes in the list, the later it arrived. */
interface MadeUp {
  tag: number
  /** Few different times, so that many are equal. */
  readAt: number
  late: boolean
  /** A tag of an asset may have been read before it had one. */
  wasKnown: boolean
}
interface Row extends ReadPlace {
  uid: string
  versionId: number | null
  late: boolean
}

const read: fc.Arbitrary<MadeUp> = fc.record({
  tag: fc.nat(TAGS.length - 1),
  readAt: fc.nat(12),
  late: fc.boolean(),
  wasKnown: fc.boolean(),
})
const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const asked: fc.Arbitrary<Omit<ReadQuery, 'limit'>> = fc.record({
  known: some(fc.boolean()),
  q: some(fc.constantFrom('CAR-1', 'CAR-', 'TEST', 'T-1', 'NO')),
  plate: some(fc.constantFrom('ABC', 'C2')),
  owner: some(fc.constant('beto')),
  from: some(fc.nat(4)),
  to: some(fc.integer({ min: 6, max: 12 })),
  receivedFrom: some(fc.nat(20)),
  onTimeOnly: some(fc.boolean()),
})

let seq = 0
async function arrive(reads: readonly MadeUp[]): Promise<Row[]> {
  const first = seq + 1
  const rows = reads.map(({ tag, readAt, late, wasKnown }) => {
    const versionId = tag < CARS && wasKnown ? tag + 1 : null
    const radio = { reader: 'gate', antenna: null, rssi: null, tid: null, clock: 'synced' }
    const entry = { epochId: 1, seq: ++seq, agentId: 1, receivedAt: Math.floor(seq / 3), ...radio }
    return { ...entry, uid: TAGS[tag] ?? '', versionId, readAt, late }
  })
  await insertReads(
    store.db,
    rows.map(({ readAt: at, ...row }) => ({ ...row, at })),
  )
  const stored = await store.db.selectFrom('reads').select(['id', 'seq']).execute()
  const ids = new Map(stored.map((row) => [row.seq, row.id]))
  return rows.map((row, i) => ({ ...row, id: ids.get(first + i) ?? 0 }))
}

/** What a plain filter and a plain sort make of a query. */
function listOf(rows: readonly Row[], query: Omit<ReadQuery, 'limit'>): Row[] {
  const { q, known, plate, owner, from = 0, to = Infinity, receivedFrom, onTimeOnly } = query
  const isTag = q !== undefined && rows.some((r) => r.uid.startsWith(q))
  const fits = (r: Row) =>
    (q === undefined || (isTag ? r.uid.startsWith(q) : r.uid.includes(q))) &&
    (known === undefined || known === (r.versionId !== null)) &&
    (plate === undefined || (r.versionId !== null && `ABC${r.versionId - 1}`.includes(plate))) &&
    (owner === undefined || (r.versionId !== null && r.versionId > 1)) &&
    r.readAt >= from &&
    r.readAt <= to &&
    r.receivedAt >= (receivedFrom ?? 0) &&
    (onTimeOnly !== true || !r.late)
  const time = receivedFrom === undefined ? 'readAt' : 'receivedAt'
  return rows.filter(fits).toSorted((a, b) => b[time] - a[time] || b.id - a.id)
}

test('pages are those of a plain sort, whatever arrives between them', async () => {
  const check = async (
    first: MadeUp[],
    query: Omit<ReadQuery, 'limit'>,
    limit: number,
    arrivals: MadeUp[][],
  ) => {
    await store.db.deleteFrom('reads').execute()
    seq = 0
    const rows = await arrive(first)
    const before = listOf(rows, query)
    const seen: number[] = []
    let last: Row | undefined
    for (;;) {
      const after = last && (await findPlace(store.readOnly, `EPOCH-${seqOf(last)}`))
      if (last)
        expect(after).toEqual({ id: last.id, readAt: last.readAt, receivedAt: last.receivedAt })
      const found = await findReads(store.readOnly, { ...query, limit, after: after ?? undefined })
      const list = listOf(rows, query)
      const start = last ? list.findIndex((row) => row.id === last?.id) + 1 : 0
      const page = list.slice(start, start + limit)
      expect(found.ids).toEqual(page.map((row) => row.id))
      expect([null, list.length]).toContain(found.total)
      expect(found).toMatchObject({ capped: false, truncated: false })
      seen.push(...found.ids)
      if (page.length === 0) break
      last = page.at(-1)
      rows.push(...(await arrive(arrivals.shift() ?? [])))
    }
    expect(new Set(seen).size).toBe(seen.length)
    // Of what was there when the first page was drawn nothing is missing.
    expect(before.filter((row) => !seen.includes(row.id))).toEqual([])
  }
  const seqOf = (row: Row & { seq?: number }) => row.seq
  const few = fc.array(read, { maxLength: 5 })
  const some = fc.array(read, { maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(some, asked, fc.integer({ min: 1, max: 7 }), fc.array(few), check),
    { numRuns: runs(40) },
  )
})
