import { join } from 'node:path'
import { ReportResponse } from '@vehicle-control/protocol'
import { openStore } from '@vehicle-control/hub/store/open-store'
import {
  createDatabase,
  execute,
  startPostgres,
} from '@vehicle-control/hub/testing/postgres-server'
import { Site } from '../rig/site.ts'
import type { HubClient } from '../../local/hub-process.ts'
import { seedReads } from '../seed-reads.ts'
import { benchEventLoop } from './event-loop.ts'
import { pageCalls, reportCalls } from './report-calls.ts'
import { type Figure, percentile } from './table.ts'

const smallReads = 100_000
const bigReads = Number(process.env['BENCH_READS'] ?? 1_000_000)
const days = 400
const warmUps = 5
const rounds = 100
const goal = { ms: 30, ratio: 2 }
// A search that somebody types, over all that is kept: nobody tells 50 from 30 ms.
const rareSearch = { ms: 50, ratio: 2 }
// Each page looks into 14 months for each of the 15 vehicles whose plates have that part.
const pageOfPlates = { ms: 50, ratio: 2.5 }
const ownGoals: Readonly<Record<string, typeof goal>> = {
  // In 100,000 reads of 400 days most vehicles come once in 30 days, which is a third of the
  // counters; with all 5,000 vehicles each week there, more reads add none.
  'stats/top-vehicles, 30 days': { ms: 30, ratio: 3.5 },
  'logs of known tags, 400 days in Postgres': rareSearch,
  'logs of a part of a tag, 400 days in Postgres': rareSearch,
  'page 1 of a plate, 400 days': pageOfPlates,
  'page 50 of a plate, 400 days': pageOfPlates,
  'page 400 of a plate, 400 days': pageOfPlates,
}
const DAY_MS = 86_400_000
const reportRounds = 20
/** The share of the report's page in the second within which it prints. */
const reportGoalMs = 700

async function took(client: HubClient, path: string): Promise<number> {
  const start = performance.now()
  const response = await fetch(new URL(path, client.url), {
    headers: { authorization: `Bearer ${client.token}` },
  })
  await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return performance.now() - start
}

/** A hub over this many reads; what `npm run seed` filled saves the time to make them. */
async function startSeeded(reads: number, now: number, database: Database): Promise<Site> {
  const { seeded, databaseUrl } = database
  const site = new Site(seeded ?? (databaseUrl ? { DATABASE_URL: databaseUrl } : {}))
  if (!seeded) {
    const start = performance.now()
    const store = await openStore({
      dataDir: join(site.folder, 'hub'),
      databaseUrl: databaseUrl ?? null,
    })
    await seedReads({ db: store.db, reads, days, seed: 1, until: now })
    await store.close()
    if (databaseUrl) await execute(databaseUrl, 'vacuum analyze')
    const perSecond = Math.round(reads / ((performance.now() - start) / 1000))
    process.stderr.write(`  seeded ${reads} reads, ${perSecond}/s\n`)
  }
  await site.startHub()
  return site
}

interface Database {
  databaseUrl?: string
  /** The database that has the reads already: HUB_DATA_DIR or DATABASE_URL. */
  seeded?: Record<string, string>
}

/** The dashboard's calls on both databases, on few reads and on many. */
export async function benchReports(): Promise<Figure[]> {
  const folder = process.env['BENCH_DATA_DIR']
  const onSqlite = await benchCalls(
    'SQLite',
    {},
    folder ? { seeded: { HUB_DATA_DIR: folder } } : {},
  )
  const server = await startPostgres({ durable: true })
  try {
    const [few, many] = [await createDatabase(server.url), await createDatabase(server.url)]
    const url = process.env['BENCH_DATABASE_URL']
    const big = url ? { seeded: { DATABASE_URL: url } } : { databaseUrl: many }
    return [...onSqlite, ...(await benchCalls('Postgres', { databaseUrl: few }, big))]
  } finally {
    await server.stop()
  }
}

/** Each call of the dashboard, one after the other. */
async function benchCalls(kind: string, few: Database, many: Database): Promise<Figure[]> {
  const now = Date.now()
  const small = await startSeeded(smallReads, now, few)
  const big = await startSeeded(bigReads, now, many)
  const clients = [await small.client(), await big.client()] as const
  const figures: Figure[] = []
  const paths = await Promise.all(
    clients.map(async (client) => ({ ...reportCalls(now), ...(await pageCalls(now, client)) })),
  )
  for (const name of Object.keys(paths[1] ?? {})) {
    const times: [number[], number[]] = [[], []]
    for (let round = -warmUps; round < rounds; round++) {
      for (const [i, client] of clients.entries()) {
        const path = paths[i]?.[name]
        if (path === undefined) throw new Error(`${smallReads} reads have no ${name}`)
        const ms = await took(client, path)
        if (round >= 0) times[i]?.push(ms)
      }
    }
    figures.push(figureOf(name, kind, ...times))
  }
  const reads = `${bigReads} reads in ${kind}`
  figures.push(await reportFigure(`the report of an owner, ${reads}`, clients[1], now))
  figures.push(await benchEventLoop(reads, clients[1], Object.values(reportCalls(now))))
  await small.end()
  await big.end()
  return figures
}

/** What the printed report of a customer waits for: counted from its reads, not from counters. */
async function reportFigure(what: string, client: HubClient, now: number): Promise<Figure> {
  const range = `from=${new Date(now - days * DAY_MS).toISOString()}&to=${now}`
  const path = `/api/rfid/stats/report?owner=Propietario%2017&${range}`
  const times: number[] = []
  for (let round = 0; round < reportRounds; round++) times.push(await took(client, path))
  const { total } = ReportResponse.parse(await client.get(path))
  return {
    what: `${what} (${total} of them)`,
    measured: `p50 ${percentile(times, 50).toFixed(0)} ms, p95 ${percentile(times, 95).toFixed(0)} ms`,
    goal: `p95 ≤ ${reportGoalMs} ms`,
    reached: percentile(times, 95) <= reportGoalMs,
  }
}

function figureOf(
  name: string,
  kind: string,
  small: readonly number[],
  big: readonly number[],
): Figure {
  const [few, many] = [percentile(small, 95), percentile(big, 95)]
  const ratio = many / few
  const { ms, ratio: most } = ownGoals[`${name} in ${kind}`] ?? ownGoals[name] ?? goal
  return {
    what: `${name}, ${bigReads} reads in ${kind}`,
    measured: `p50 ${percentile(big, 50).toFixed(1)} ms, p95 ${many.toFixed(1)} ms; ${ratio.toFixed(1)} × that at ${smallReads} (${few.toFixed(1)} ms)`,
    goal: `p95 ≤ ${ms} ms, ≤ ${most} ×`,
    reached: many <= ms && ratio <= most,
  }
}
