import { join } from 'node:path'
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
import { type Figure, percentile } from './table.ts'

const smallReads = 100_000
const bigReads = Number(process.env['BENCH_READS'] ?? 1_000_000)
const days = 400
const warmUps = 5
const rounds = 100
const goalMs = 30
const goalRatio = 2
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The dashboard's calls with its own parameters, and the widest custom range of each kind. */
function calls(now: number): Record<string, string> {
  const since = (ms: number) => `from=${new Date(now - ms).toISOString()}&to=${now}`
  // The seeded site is in Bogota.
  const today = since(((now - 5 * HOUR_MS) % DAY_MS) + 1)
  return {
    'logs, last 24 h': `/api/rfid/logs?${since(DAY_MS)}&limit=200`,
    'logs, 30 days': `/api/rfid/logs?${since(30 * DAY_MS)}&limit=200`,
    'logs of a plate': `/api/rfid/logs?plate=A123&${since(DAY_MS)}&limit=200`,
    'logs/today': '/api/rfid/logs/today?limit=200',
    'logs/daily': '/api/rfid/logs/daily',
    'stats/daily, 30 days': '/api/rfid/stats/daily?days=30',
    'stats/daily, 400 days': '/api/rfid/stats/daily?days=400',
    'stats/hourly, today': `/api/rfid/stats/hourly?${today}`,
    'stats/hourly, last 24 h': `/api/rfid/stats/hourly?${since(DAY_MS)}`,
    'stats/hourly, 92 days': `/api/rfid/stats/hourly?${since(92 * DAY_MS)}`,
    'stats/top-vehicles, today': `/api/rfid/stats/top-vehicles?${today}&limit=10`,
    'stats/top-vehicles, last 24 h': `/api/rfid/stats/top-vehicles?${since(DAY_MS)}&limit=10`,
    'stats/top-vehicles, 30 days': `/api/rfid/stats/top-vehicles?${since(30 * DAY_MS)}&limit=10`,
    'stats/heatmap, 7 days': '/api/rfid/stats/heatmap?days=7',
    'stats/heatmap, 90 days': '/api/rfid/stats/heatmap?days=90',
  }
}

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
  for (const [name, path] of Object.entries(calls(now))) {
    const times: [number[], number[]] = [[], []]
    for (let round = -warmUps; round < rounds; round++) {
      for (const [i, client] of clients.entries()) {
        const ms = await took(client, path)
        if (round >= 0) times[i]?.push(ms)
      }
    }
    figures.push(figureOf(`${name}, ${bigReads} reads in ${kind}`, ...times))
  }
  const reads = `${bigReads} reads in ${kind}`
  figures.push(await benchEventLoop(reads, clients[1], Object.values(calls(now))))
  await small.end()
  await big.end()
  return figures
}

function figureOf(what: string, small: readonly number[], big: readonly number[]): Figure {
  const [few, many] = [percentile(small, 95), percentile(big, 95)]
  const ratio = many / few
  return {
    what,
    measured: `p50 ${percentile(big, 50).toFixed(1)} ms, p95 ${many.toFixed(1)} ms; ${ratio.toFixed(1)} × that at ${smallReads} (${few.toFixed(1)} ms)`,
    goal: `p95 ≤ ${goalMs} ms, ≤ ${goalRatio} ×`,
    reached: many <= goalMs && ratio <= goalRatio,
  }
}
