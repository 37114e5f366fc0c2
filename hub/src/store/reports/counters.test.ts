import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { BatchWriters } from '../../ingest/batch-writer.ts'
import { type TempStore, openTempStore } from '../../testing/temp-store.ts'
import { createAgent } from '../agents/agents.ts'
import { createAssets } from '../assets/assets.ts'
import type { Db } from '../database.ts'
import { openStore } from '../open-store.ts'
import { checkEntries } from '../../entries/checked-entries.ts'
import { insertReads, type TestRead } from '../../testing/store-reads.ts'
import { registerEpochs } from '../reads/epochs.ts'
import { inTransaction } from '../transaction.ts'
import { countAssets, deferAssets, mergeAssets, unmergedAssets } from './counters.ts'
import { ASSET_DAY_MS, ASSET_WEEK_MS, BUCKET_MS } from './buckets.ts'
import { topVehicles } from './figures.ts'

const ASSETS = 12
const NOON = Date.UTC(2024, 4, 16, 12)
const EVER = { from: 0, until: Number.MAX_SAFE_INTEGER }
let store: TempStore

beforeEach(async () => {
  store = await openTempStore()
  const assets = Array.from({ length: ASSETS }, (_, n) => {
    const rest = { owner: null, location: null, photo_url: null }
    return { type: 'vehicle' as const, name: 'N', plate: `P${n}`, rfid_tag: `TAG-${n}`, ...rest }
  })
  await createAssets(store.db, assets, 1)
})
afterEach(() => store.close())

const LEVELS = [
  ['asset_counts', 'bucket', BUCKET_MS],
  ['asset_days', 'day', ASSET_DAY_MS],
  ['asset_weeks', 'week', ASSET_WEEK_MS],
] as const

/** The reads of each asset by each counter, as one question sees them, and by a plain recount. */
async function totals(db: Db): Promise<Record<string, string[]>> {
  const counters = LEVELS.map(
    ([table]) => sql`select ${sql.lit(table)} as source, asset_id, sum(reads) as n from (
      select asset_id, reads from ${sql.table(table)}
      union all select asset_id, 1 from (${unmergedAssets(db, EVER)}) as unmerged
    ) as counted group by asset_id`,
  )
  const { rows } = await sql<{ source: string; asset_id: number; n: number }>`
    ${sql.join(counters, sql` union all `)}
    union all select 'reads', asset_id, count(*) from reads
    where asset_id is not null group by asset_id`.execute(db)
  const found: Record<string, string[]> = { reads: [] }
  for (const [table] of LEVELS) found[table] = []
  for (const { source, asset_id, n } of rows) found[source]?.push(`${asset_id}: ${n}`)
  for (const list of Object.values(found)) list.sort()
  return found
}

/** Fails where a counter is not what the reads of the same moment are; gives their number. */
async function expectExact(db: Db): Promise<number> {
  const { reads = [], ...counters } = await totals(db)
  for (const [table] of LEVELS) expect(counters[table]).toEqual(reads)
  return reads.reduce((sum, text) => sum + Number(text.split(' ')[1]), 0)
}

/** Fails where the list of vehicles is not what the reads are. */
async function expectListed(db: Db): Promise<void> {
  const span = { from: NOON - 10 * ASSET_DAY_MS, until: NOON + 10 * ASSET_DAY_MS }
  const top = await topVehicles(db, { span, limit: ASSETS, now: NOON })
  const listed = top.map(({ plate, total }) => `${Number(plate?.slice(1)) + 1}: ${total}`)
  expect(listed.toSorted()).toEqual((await totals(db))['reads'])
}

/** Each row of the counters, which nothing waits to be merged into, beside a recount. */
async function expectMerged(db: Db): Promise<void> {
  expect(await db.selectFrom('asset_deltas').select('id').execute()).toEqual([])
  for (const [table, time, ms] of LEVELS) {
    const { rows: kept } = await sql`select ${sql.ref(time)} as at, asset_id, reads as n
      from ${sql.table(table)} order by 1, 2`.execute(db)
    const { rows: recount } = await sql`
      select read_at - read_at % ${sql.lit(ms)} as at, asset_id, count(*) as n
      from reads where asset_id is not null group by 1, 2 order by 1, 2`.execute(db)
    expect(kept).toEqual(recount)
  }
}

const merge = (db: Db) => inTransaction(db, mergeAssets)

const row = (seq: number, versionId: number | null, at: number): TestRead => ({
  epochId: 1,
  seq,
  agentId: 1,
  receivedAt: at,
  reader: 'gate',
  uid: 'T',
  antenna: null,
  tid: null,
  rssi: null,
  versionId,
  at,
  clock: 'synced',
  late: false,
})

it('counts every read once after any order of counting, deferring, merging and failing', async () => {
  const read = fc.tuple(
    fc.option(fc.integer({ min: 1, max: ASSETS })),
    fc.integer({ min: -9 * ASSET_DAY_MS, max: 9 * ASSET_DAY_MS }),
  )
  const step = fc.oneof(
    fc.record({
      kind: fc.constantFrom('count', 'defer'),
      reads: fc.array(read, { maxLength: 90 }),
    }),
    fc.record({ kind: fc.constantFrom('merge', 'fail'), reads: fc.constant([]) }),
  )
  let seq = 0
  const check = async (steps: { kind: string; reads: readonly [number | null, number][] }[]) => {
    for (const { kind, reads } of steps) {
      const rows = reads.map(([versionId, offset]) => row(++seq, versionId, NOON + offset))
      const done = inTransaction(store.db, async (trx) => {
        await insertReads(trx, rows)
        if (kind === 'count') await countAssets(trx, rows)
        else if (kind === 'defer') await deferAssets(trx, rows)
        else await mergeAssets(trx)
        if (kind === 'fail') throw new Error('the hub was killed')
      })
      await done.catch((error: unknown) => expect(String(error)).toContain('was killed'))
      await expectExact(store.readOnly)
      await expectListed(store.readOnly)
    }
    while (await merge(store.db));
    await expectMerged(store.readOnly)
  }
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 8 }), check), { numRuns: runs(15) })
})

it('is exact at every moment while hubs store and merge at once, and merges what a dead one left', async () => {
  const GROUPS = 40
  const GROUP_READS = 100
  const log = pino({ level: 'silent' })
  const isPostgres = store.config.databaseUrl !== null
  // On SQLite one hub serves a database; on Postgres another merges and stores beside it.
  const other = isPostgres ? await openStore(store.config) : null
  const hubs = [store.db, other?.ingest ?? store.db]
  await inTransaction(store.db, async (trx) => {
    const left = Array.from({ length: 90 }, (_, i) => row(i + 1, 1 + (i % ASSETS), NOON))
    await insertReads(trx, left)
    await deferAssets(trx, left)
  })
  const queues = hubs.map((db) => new BatchWriters(db, log, { onCommit: () => {} }))
  const agents = await Promise.all(
    hubs.map(async (_, n) => {
      const place = { location: null, lat: null, lng: null }
      const { id } = await createAgent(store.db, { code: `A${n}`, name: 'A', ...place }, 1)
      const epoch = `EPOCH${n}`
      const range = { epoch, firstSeq: 1, lastSeq: 0, lowestHeld: null }
      await registerEpochs(store.db, id, [range], 1)
      return { agentId: id, epoch, generation: 0, receivedAt: NOON }
    }),
  )
  let isStoring = true
  const storing = Promise.all(
    queues.map(async (queue, n) => {
      for (let group = 0; group < GROUPS; group++) {
        const prev = group * GROUP_READS
        const entries = Array.from({ length: GROUP_READS }, (_, i) => {
          const seq = prev + i + 1
          const data = { uid: `TAG-${(seq * 7) % (ASSETS + 3)}`, reader: 'gate' }
          const at = NOON - seq * 60_000
          return { seq, kind: 'read', at, age: null, clock: 'synced' as const, data }
        })
        const agent = agents[n]
        if (agent === undefined) throw new Error('no agent')
        const { outcome } = await queue.submit({
          ...agent,
          prev,
          entries: checkEntries(entries, 0),
        })
        expect(outcome).toMatchObject({ type: 'ack', watermark: prev + GROUP_READS })
        if (group === GROUPS / 2 && n === 0) {
          const gone = { deleted_at: NOON, updated_at: NOON }
          await store.db.updateTable('assets').set(gone).where('id', '=', 3).execute()
        }
      }
      await queue.idle()
    }),
  ).finally(() => (isStoring = false))
  while (isStoring) await expectExact(store.readOnly)
  await storing
  expect(await expectExact(store.readOnly)).toBeGreaterThan(GROUPS * GROUP_READS)
  await expectMerged(store.readOnly)
  await other?.close()
})
