import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { explainedStatements } from '../../testing/explained-statements.ts'
import { type TempStore, openTempStore } from '../../testing/temp-store.ts'
import { dialectOf } from '../database.ts'
import { addPartitions } from '../postgres/partitions.ts'
import { insertReads } from '../../testing/store-reads.ts'
import { type ReadQuery, findReads } from './find-reads.ts'
import { findPlace } from './read-place.ts'
import { tagReads } from './tag-reports.ts'

const READS = 40_000
const MINUTE_MS = 60_000
const END = Date.UTC(2026, 2, 20)
const START = END - READS * MINUTE_MS
const place = { id: 20_000, readAt: START + 20_000 * MINUTE_MS, receivedAt: 1 }

let store: TempStore
beforeAll(async () => {
  store = await openTempStore()
  await addPartitions(store.db, END, START)
  // What is known comes in stretches, so that an average over the table says nothing of a range.
  const rows = Array.from({ length: READS }, (_, i) => {
    const isUnknown = i % 10_000 < 5000 || i % 100 === 0
    const radio = { reader: 'gate', antenna: null, rssi: null, tid: null, clock: 'synced' }
    const entry = { epochId: 1, seq: i + 1, agentId: 1, ...radio, late: false }
    const at = { at: START + i * MINUTE_MS, receivedAt: START + i * MINUTE_MS }
    return { ...entry, ...at, uid: `TAG-${i % 500}`, versionId: isUnknown ? null : 1 + (i % 50) }
  })
  for (let i = 0; i < READS; i += 5000) await insertReads(store.db, rows.slice(i, i + 5000))
  if (dialectOf(store.db) === 'postgres') await sql`vacuum analyze reads`.execute(store.db)
})
afterAll(() => store.close())

async function plansOf(query: ReadQuery): Promise<string[]> {
  const { db, plans } = explainedStatements(store.readOnly)
  await findReads(db, query)
  return await plans()
}

/** Of the indexes of each month, as Postgres calls them. */
const COLUMNS: Record<string, string> = {
  reads_time: 'read_at',
  reads_asset: 'asset_id_read_at',
  reads_tag: 'uid_read_at',
  reads_entry: 'epoch_id_seq',
}

/** The indexes that plans go by, by their columns, and what goes by none or sorts a thousand rows. */
function waysOf(plans: readonly string[]): { indexes: string[]; slow: string[] } {
  const steps = plans.join('\n').split('\n')
  const names = steps.flatMap((step) => {
    const name = / (?:INDEX|using|Bitmap Index Scan on) (reads_\w+)/.exec(step)?.[1]
    return name === undefined
      ? []
      : [name.replace(/^reads_(?:\d{4}_\d{2}|default)_(.*)_idx$/, '$1')]
  })
  const slow = steps.filter(
    (step) =>
      /SCAN reads$|TEMP B-TREE|Seq Scan|-> {2}Sort /.test(step) && !/rows=\d{1,3} /.test(step),
  )
  return { indexes: [...new Set(names.map((name) => COLUMNS[name] ?? name))], slow }
}

const month = { from: END - 30 * 86_400_000, to: END }
const pages = [{}, { after: place }]

describe.each(pages)('a page %o', (page) => {
  test.each<ReadQuery>([
    { limit: 25, known: false },
    { limit: 200, known: false, ...month },
    { limit: 1, known: false, from: END - 86_400_000 },
  ])('of unknown tags is found by their own index: %o', async (query) => {
    const plans = await plansOf({ ...query, ...page })
    expect(waysOf(plans)).toEqual({ indexes: ['asset_id_read_at'], slow: [] })
  })

  test.each<ReadQuery>([
    { limit: 25 },
    { limit: 200, ...month },
    { limit: 25, known: true },
    { limit: 25, known: true, ...month },
  ])('in the order of time is found by that: %o', async (query) => {
    const plans = await plansOf({ ...query, ...page })
    expect(waysOf(plans)).toEqual({ indexes: ['read_at'], slow: [] })
  })

  test.each<ReadQuery>([
    { limit: 25, q: 'TAG-499' },
    { limit: 25, q: 'TAG-499', known: false, ...month },
  ])('of one tag is found by the tag: %o', async (query) => {
    const plans = await plansOf({ ...query, ...page })
    expect(waysOf(plans.slice(1)).indexes).toEqual(['uid_read_at'])
  })
})

test('the read that a page begins behind is found by its entry', async () => {
  const { db, plans } = explainedStatements(store.readOnly)
  await findPlace(db, 'EPOCH-7')
  expect(waysOf(await plans())).toEqual({ indexes: ['epoch_id_seq'], slow: [] })
})

test('how often a tag was read is counted by the tag', async () => {
  const { db, plans } = explainedStatements(store.readOnly)
  await tagReads(db, 'TAG-499', END)
  expect(waysOf(await plans())).toEqual({ indexes: ['uid_read_at'], slow: [] })
})

test('a search of unknown tags looks through these alone', async () => {
  const query = { limit: 25, known: false, q: 'G-49', onTimeOnly: true }
  const plans = await plansOf(query)
  expect(waysOf(plans.slice(1)).indexes).toEqual(['asset_id_read_at'])
})

test('how far back a search looks is told by the index alone', async () => {
  const [bound] = await plansOf({ limit: 25, known: true })
  expect(bound).toMatch(/Index Only Scan|USING COVERING INDEX reads_time/)
})
