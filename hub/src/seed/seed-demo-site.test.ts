import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAgent, deleteAgent } from '../store/agents/agents.ts'
import { createAssets } from '../store/assets/assets.ts'
import { openStore } from '../store/open-store.ts'
import { openTempStore, type TempStore } from '../testing/temp-store.ts'
import { DEMO_BLOCKED } from './demo-access.ts'
import { demoAssets } from './demo-data.ts'
import { DEMO_GATES } from './demo-gates.ts'
import { seedDemoSite } from './seed-demo-site.ts'

const now = Date.parse('2026-11-20T21:30:00Z')
const BUCKET_MS = 900_000
const DAY_MS = 86_400_000

let store: TempStore
beforeEach(async () => void (store = await openTempStore()))
afterEach(() => store.close())

const run = (withHistory = true, db = store.db) =>
  seedDemoSite({ db, withHistory, timeZone: 'America/Bogota', now })

const TABLES = [
  'agents',
  'assets',
  'agent_epochs',
  'reads',
  'suppressions',
  'telemetry',
  'gaps',
  'asset_deltas',
  'decisions',
  'dead_letters',
] as const

/** How many rows each table has. */
async function rowCounts(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of TABLES)
    counts[table] = Number((await rows(`select count(*) from ${table}`))[0]?.[0])
  return counts
}

/** The cells of a query, as numbers where they are. */
async function rows(query: string): Promise<number[][]> {
  const found = await sql.raw<Record<string, number>>(query).execute(store.db)
  return found.rows.map((row) => Object.values(row).map(Number))
}

test('seeds once, gates whose counters and a plain recount agree', async () => {
  expect(await run()).toBe(true)
  const bucketOf = (column: string, size: number) => `${column} - ${column} % ${size}`
  const [bucket, day] = [bucketOf('read_at', BUCKET_MS), bucketOf('read_at', DAY_MS)]
  const pairs = [
    [
      'select agent_id, bucket, reads from read_counts where reads > 0 order by 1, 2',
      `select agent_id, ${bucket}, count(*) from reads group by 1, 2 order by 1, 2`,
    ],
    [
      'select bucket, reads from site_counts where reads > 0 order by 1',
      `select ${bucket}, count(*) from reads group by 1 order by 1`,
    ],
    [
      'select agent_id, sum(suppressed) from read_counts group by 1 order by 1',
      'select agent_id, sum(count) from suppressions group by 1 order by 1',
    ],
    [
      'select bucket, asset_id, reads from asset_counts order by 1, 2',
      `select ${bucket}, asset_id, count(*) from reads where asset_id is not null
       group by 1, 2 order by 1, 2`,
    ],
    [
      'select day, asset_id, reads from asset_days order by 1, 2',
      `select ${day}, asset_id, count(*) from reads where asset_id is not null
       group by 1, 2 order by 1, 2`,
    ],
    [
      'select id, readings_count from agents order by 1',
      'select agent_id, count(*) from reads group by 1 order by 1',
    ],
    [
      'select agent_id, minute, sum(count) from telemetry_minutes group by 1, 2 order by 1, 2',
      `select agent_id, ${bucketOf('ts', 60_000)}, count(*) from telemetry
       group by 1, 2 order by 1, 2`,
    ],
    [
      'select id, watermark from agent_epochs order by 1',
      'select epoch_id, count(*) + 1 from (select epoch_id from reads union all ' +
        'select epoch_id from suppressions union all select epoch_id from telemetry union all ' +
        'select epoch_id from decisions) as entries ' +
        'group by 1 order by 1',
    ],
  ]
  for (const [counters = '', recount = ''] of pairs) {
    const counted = await rows(counters)
    expect(counted.length).toBeGreaterThan(3)
    expect(counted).toEqual(await rows(recount))
  }
  const counts = await rowCounts()
  expect(counts).toMatchObject({ agents: 4, assets: 40, gaps: 0, dead_letters: 0, asset_deltas: 0 })
  expect(counts['reads']).toBeGreaterThan(5000)
  await expectLiveGates()
  await expectDecisions()
  expect(await run()).toBe(false)
  expect(await rowCounts()).toEqual(counts)
})

/** The main gate observes: it decided on each read, by the list with its one blocked vehicle. */
async function expectDecisions(): Promise<void> {
  const [decided] = await rows(`select count(*) as reads, count(decisions.id) as decisions
    from reads left join decisions on decisions.epoch_id = reads.epoch_id
      and decisions.read_seq = reads.seq and decisions.uid = reads.uid
    where reads.agent_id = 1`)
  expect(decided?.[0]).toBeGreaterThan(1000)
  expect(decided?.[1]).toBe(decided?.[0])
  const reasons = await sql<{ reason: string }>`select distinct reason from decisions`.execute(
    store.db,
  )
  expect(reasons.rows.map(({ reason }) => reason).toSorted()).toEqual([
    'allowed',
    'denied',
    'unknown',
  ])
  const policies = await store.db.selectFrom('access_policies').selectAll().execute()
  expect(policies).toMatchObject([{ agent_id: 1, mode: 'observe', revision: 1 }])
  const denied = await store.db.selectFrom('denied_tags').select('uid').execute()
  expect(denied).toEqual([{ uid: DEMO_BLOCKED.tag }])
}

/** Gates with names and coordinates that were heard of just now; one was late for a day. */
async function expectLiveGates(): Promise<void> {
  const agents = await store.db.selectFrom('agents').selectAll().orderBy('id').execute()
  expect(agents).toMatchObject(DEMO_GATES)
  for (const { lat, lng, last_seen: seen } of agents) {
    expect(Math.hypot((lat ?? 0) - 4.711, (lng ?? 0) + 74.072)).toBeLessThan(0.05)
    expect(seen).toBeGreaterThan(now - 5 * 60_000)
    expect(seen).toBeLessThanOrEqual(now)
  }
  const [newest] = await rows(
    'select max(read_at) as read, max(received_at) as received from reads',
  )
  expect(Math.max(...(newest ?? []))).toBeLessThanOrEqual(now)
  const [late] = await rows(
    'select count(*) as reads, count(distinct agent_id) as gates from reads where late = 1',
  )
  expect(late?.[0]).toBeGreaterThan(20)
  expect(late?.[1]).toBe(1)
}

test('seeds once when two hubs start at once', async () => {
  // A second hub on a SQLite file does not get as far: the folder's lock refuses it.
  const isShared = store.config.databaseUrl !== null
  const other = isShared ? await openStore(store.config) : undefined
  const done = await Promise.all([run(), run(true, other?.db)])
  await other?.close()
  expect(done.toSorted()).toEqual([false, true])
  expect(await rowCounts()).toMatchObject({ agents: 4, assets: 40, agent_epochs: 4 })
})

test('seeds vehicles and assets alone for a demo without history', async () => {
  expect(await run(false)).toBe(true)
  expect(await rowCounts()).toMatchObject({ agents: 0, assets: 40, reads: 0, telemetry: 0 })
  expect(await run()).toBe(false)
  expect(await rowCounts()).toMatchObject({ agents: 0, reads: 0 })
})

test('leaves a hub alone that has an asset, or ever had an agent', async () => {
  const gate = { code: 'norte', name: 'Norte', location: null, lat: null, lng: null }
  const { id } = await createAgent(store.db, gate, now)
  await deleteAgent(store.db, id, now)
  expect(await run()).toBe(false)
  expect(await rowCounts()).toMatchObject({ agents: 1, assets: 0, reads: 0 })
})

test('leaves a demo of before alone, which has assets and no gates', async () => {
  await createAssets(store.db, demoAssets().slice(0, 12), now)
  expect(await run()).toBe(false)
  expect(await rowCounts()).toMatchObject({ agents: 0, assets: 12, reads: 0 })
})
