import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { explainedStatements } from '../../testing/explained-statements.ts'
import { insertReads } from '../../testing/store-reads.ts'
import { openTempStore, type TempStore } from '../../testing/temp-store.ts'
import { dialectOf } from '../database.ts'
import { addPartitions } from '../postgres/partitions.ts'
import type { ReadFilters } from '../reads/read-filters.ts'
import { countFound } from './found-counts.ts'

const READS = 20_000
const MINUTE_MS = 60_000
const END = Date.UTC(2026, 2, 20)
const START = END - READS * MINUTE_MS
const span = { from: START, until: END }

let store: TempStore
beforeAll(async () => {
  store = await openTempStore()
  await addPartitions(store.db, END, START)
  // Every second one is of no asset, every tenth of the first.
  const rows = Array.from({ length: READS }, (_, i) => {
    const radio = { reader: 'gate', antenna: null, rssi: null, tid: null, clock: 'synced' }
    const entry = { epochId: 1, seq: i + 1, agentId: 1 + (i % 2), ...radio, late: false }
    const at = { at: START + i * MINUTE_MS, receivedAt: START + i * MINUTE_MS }
    const versionId = i % 2 === 0 ? 1 + (i % 10) / 2 : null
    return { ...entry, ...at, uid: `TAG-${i % 500}`, versionId }
  })
  for (let i = 0; i < READS; i += 5000) await insertReads(store.db, rows.slice(i, i + 5000))
  if (dialectOf(store.db) === 'postgres') await sql`vacuum analyze reads`.execute(store.db)
})
afterAll(() => store.close())

const sum = (totals: ReadonlyMap<number, number>) =>
  [...totals.values()].reduce((all, one) => all + one, 0)

/** Which search, how far apart its index has reads, and how many of those fit. */
const searches: [ReadFilters, everyMs: number, share: number][] = [
  [{ versions: [1] }, 10 * MINUTE_MS, 1],
  [{ versions: [1, 2, 3, 4, 5] }, 2 * MINUTE_MS, 1],
  [{ known: false }, 2 * MINUTE_MS, 1],
  [{ known: true }, MINUTE_MS, 0.5],
  [{ q: 'TAG-100' }, 500 * MINUTE_MS, 1],
  [{ q: 'G-12' }, MINUTE_MS, 0.022],
  [{ q: 'TAG-100', versions: [1] }, 500 * MINUTE_MS, 1],
]

test.each(searches)(
  'counts all of %j, and no more than the newest',
  async (filters, everyMs, share) => {
    const all = await countFound(store.readOnly, { filters, span, max: READS })
    expect(all.from).toBe(START)
    const max = 30
    const few = await countFound(store.readOnly, { filters, span, max })
    const [inAll, inFew] = [all, few].map(({ buckets, versions, agents }) => {
      expect([sum(versions), sum(agents)]).toEqual([sum(buckets), sum(buckets)])
      return sum(buckets)
    })
    expect(inAll).toBeGreaterThan(max * share)
    expect(inFew).toBeLessThanOrEqual(max)
    // To the minute, as many as may be.
    expect(few.from).toBeGreaterThan(END - (max + 3) * everyMs)
    expect(few.from).toBeLessThan(END - (max - 3) * everyMs)
    const before = await countFound(store.readOnly, {
      filters,
      span: { from: START, until: few.from },
      max: READS,
    })
    expect(sum(before.buckets) + (inFew ?? 0)).toBe(inAll)
  },
)

test('reads no more rows than it counts, however long the span', async () => {
  if (dialectOf(store.db) !== 'sqlite') return
  for (const [filters] of searches) {
    const { db, plans } = explainedStatements(store.readOnly)
    await countFound(db, { filters, span, max: 30 })
    const ofReads = (await plans()).filter((plan) => plan.includes('read_at>'))
    expect(ofReads.length).toBeGreaterThan(1)
    for (const plan of ofReads) {
      expect(plan).toMatch(
        /SEARCH reads USING (COVERING )?INDEX reads_\w+ \(.*read_at>\? AND read_at<\?\)/,
      )
      if (!('q' in filters && filters.q === 'G-12') && filters.known !== true) {
        expect(plan).toMatch(/(uid|asset_id)=\?/)
      }
    }
  }
})
