import { join } from 'node:path'
import type { CDPSession, Page } from 'playwright-core'
import { openBrowser } from '../../rig/browser.ts'
import { storedSession } from '../../rig/dashboard-site.ts'
import { placeAgents } from '../../rig/placed-agents.ts'
import { tagOf } from '../../read-stream.ts'
import { Site } from '../../rig/site.ts'
import type { Figure } from '../table.ts'
import { type HeapPoint, heapDevtools, heapPoint, slope } from './heap-curve.ts'
import { SteadyAgent } from './steady-agent.ts'

const MINUTES = Number(process.env['BENCH_SOAK_MINUTES'] || 20)
const AGENTS = 5
const POINT_EVERY_MS = 30_000
/** Growth over a night on a wall that nobody would notice. */
const GOAL_MB_PER_HOUR = 1
/**
 * Twice what any list or memory of ids on a screen holds: what grows later has no end. (A set that
 * forgets as much as it learns still doubles its table once, at 32,768 for the feed's 20,000 ids.)
 */
const FILLING_READS = 40_000

interface Watched {
  path: string
  page: Page
  devtools: CDPSession
  points: HeapPoint[]
}

/** Every agent at once, and all of them together five events in a second. */
async function sendSteadily(agents: readonly SteadyAgent[], minutes: number): Promise<void> {
  const uidOf = (n: number) => tagOf((n * 7919) % 5500)
  const stream = { batches: minutes * 60, entries: 1, everyMs: 1000, uidOf, repeatEvery: 5 }
  await Promise.all(agents.map((agent) => agent.send(stream)))
}

async function fill(agents: readonly SteadyAgent[]): Promise<void> {
  const entries = 100
  const batches = FILLING_READS / entries / agents.length
  const uidOf = (n: number) => tagOf(n)
  await Promise.all(agents.map((agent) => agent.send({ batches, entries, everyMs: 500, uidOf })))
}

async function measure(watched: readonly Watched[], minute: number): Promise<void> {
  for (const { path, devtools, points } of watched) {
    const point = await heapPoint(devtools, minute)
    points.push(point)
    const { megabytes, nodes, listeners } = point
    process.stderr.write(
      `${path} ${minute.toFixed(1)} min: ${megabytes.toFixed(2)} MB, ${nodes} nodes, ${listeners} listeners\n`,
    )
  }
}

function figures({ path, points }: Watched): Figure[] {
  // The first quarter is the engine's own: it compiles, and lays out anew what is used often.
  const late = points.filter(({ minute }) => minute >= MINUTES / 4)
  const perHour = slope(late, ({ megabytes }) => megabytes) * 60
  const [first, last] = [late[0], late.at(-1)]
  const what = `${path} for ${MINUTES} min at 5 events/s`
  const curve = points.filter(({ minute }) => Number.isInteger(minute))
  const from = (MINUTES / 4).toFixed(0)
  return [
    {
      what: `${what}: growth of the heap after garbage collection, from minute ${from} on`,
      measured: `${perHour.toFixed(2)} MB an hour`,
      goal: `≤ ${GOAL_MB_PER_HOUR} MB an hour`,
      reached: perHour <= GOAL_MB_PER_HOUR,
    },
    {
      what: `${what}: nodes and listeners, from minute ${from} to the end`,
      measured: `${first?.nodes} → ${last?.nodes}, ${first?.listeners} → ${last?.listeners}`,
      goal: 'no more by half',
      reached:
        (last?.nodes ?? Infinity) <= 1.5 * (first?.nodes ?? 0) &&
        (last?.listeners ?? Infinity) <= 1.5 * (first?.listeners ?? 0),
    },
    {
      what: `${what}: MB of the heap, minute by minute`,
      measured: curve.map(({ megabytes }) => megabytes.toFixed(1)).join(' '),
      goal: 'flat',
      reached: perHour <= GOAL_MB_PER_HOUR,
    },
  ]
}

/** `BENCH_SOAK_MINUTES` (20) of the screens that stand on walls, both at once, with their sound on. */
export async function benchSoak(): Promise<Figure[]> {
  const site = new Site({ HUB_TILES_UPSTREAM: 'off' })
  await placeAgents(join(site.folder, 'hub'), AGENTS)
  const client = await site.startHub()
  const browser = await openBrowser()
  try {
    const agents: SteadyAgent[] = []
    for (let i = 1; i <= AGENTS; i++) agents.push(await SteadyAgent.open(client, `gate-${i}`))
    const watched: Watched[] = []
    const storageState = storedSession(client)
    storageState.origins[0]?.localStorage.push({ name: 'live_rfid_soundOn', value: '1' })
    for (const path of ['/live-rfid', '/map']) {
      const page = await browser.newPage({
        baseURL: client.url,
        storageState,
        viewport: { width: 1366, height: 768 },
        serviceWorkers: 'block',
      })
      await page.goto(path)
      await page.getByText('Conectado').first().waitFor()
      watched.push({ path, page, devtools: await heapDevtools(page), points: [] })
    }
    await fill(agents)
    const start = performance.now()
    const sending = sendSteadily(agents, MINUTES)
    const rounds = (MINUTES * 60_000) / POINT_EVERY_MS
    for (let round = 0; round <= rounds; round++) {
      const wait = start + round * POINT_EVERY_MS - performance.now()
      await new Promise((resolve) => setTimeout(resolve, wait))
      await measure(watched, (round * POINT_EVERY_MS) / 60_000)
    }
    await sending
    for (const agent of agents) agent.close()
    return watched.flatMap(figures)
  } finally {
    await browser.close()
    await site.end()
  }
}
