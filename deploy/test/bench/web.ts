import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { newEpoch } from '@vehicle-control/edge/outbox/log-file'
import type { Page } from 'playwright-core'
import type { WebSocket } from 'ws'
import { root } from '../../local/child.ts'
import type { HubClient } from '../../local/hub-process.ts'
import { openBrowser } from '../rig/browser.ts'
import { Site, until } from '../rig/site.ts'
import { openPrefilled } from '../rig/watched-page.ts'
import { benchScreens } from './screens.ts'
import { openAgent } from '../rig/agent-socket.ts'
import type { Figure } from './table.ts'

const dist = join(root, 'web/dist')
const ENTRY = 'index.html'
const batches = 80
const batchEntries = 50
/** Batches that fill the empty screen: the start of a flood, measured by itself. */
const firstBatches = 5
const batchEveryMs = 100
const total = batches * batchEntries
const slowDown = 4

/** The sources that each route loads, with everything that they import. */
const routes = [
  { path: '/login', sources: ['src/screens/login/LoginScreen.tsx'], limit: 125_000 },
  {
    path: '/live-rfid',
    sources: [
      'src/shell/Shell.tsx',
      'src/screens/live-rfid/LiveRfidScreen.tsx',
      'src/live/socket-io.ts',
    ],
    limit: 165_000,
  },
  {
    path: '/dashboard',
    sources: [
      'src/shell/Shell.tsx',
      'src/screens/dashboard/DashboardScreen.tsx',
      'src/live/socket-io.ts',
    ],
    limit: 245_000,
  },
]

interface Chunk {
  file: string
  imports?: string[]
  dynamicImports?: string[]
}

/**
 * Loaded by a click only: the writers of files, the account's dialogs, all dialogs, the kiosk's bar;
 * and after the first drawing: the live screen's controls.
 */
const onDemand = [
  'src/export/',
  'src/shell/account/',
  'src/dialogs/',
  'src/kiosk/',
  'src/screens/live-rfid/controls/',
  'src/screens/live-rfid/RangeWatch',
]

/** A chunk that comes with its route. */
const isOfRoute = (source: string) => !onDemand.some((folder) => source.startsWith(folder))

/** The files of the entry, of these sources and of all that they load. */
function filesOf(sources: readonly string[]): Set<string> {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const files = new Set<string>()
  const add = (source: string) => {
    const chunk = manifest[source]
    if (chunk === undefined) throw new Error(`the build has no chunk of ${source}`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    // The entry's own dynamic imports are the other routes.
    const later = source === ENTRY ? [] : (chunk.dynamicImports ?? []).filter(isOfRoute)
    for (const next of [...(chunk.imports ?? []), ...later]) add(next)
  }
  for (const source of [ENTRY, ...sources]) add(source)
  return files
}

function sizes(): Figure[] {
  return routes.map(({ path, sources, limit }) => {
    const files = [...filesOf(sources)].filter((file) => file.endsWith('.js'))
    const bytes = files
      .map((file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length)
      .reduce((sum, size) => sum + size, 0)
    return {
      what: `JS of ${path}, gzip, ${files.length} chunks`,
      measured: `${(bytes / 1000).toFixed(1)} kB`,
      goal: `≤ ${limit / 1000} kB`,
      reached: bytes <= limit,
    }
  })
}

/** Sends an agent's reads at a steady rate; resolves when the hub has acked them all. */
async function send(socket: WebSocket, epoch: string, from: number, to: number): Promise<void> {
  let acked = from
  const onAck = () => acked++
  socket.on('message', onAck)
  const start = performance.now()
  for (let b = from; b < to; b++) {
    const entries = Array.from({ length: batchEntries }, (_, i) => {
      const seq = b * batchEntries + i + 1
      const uid = `E2003412${seq.toString(16).padStart(16, '0').toUpperCase()}`
      const data = { uid, reader: 'gate', antenna: 1, rssi: -60 }
      return { seq, kind: 'read', at: Date.now(), age: 5, clock: 'synced', data }
    })
    socket.send(JSON.stringify({ type: 'batch', epoch, prev: b * batchEntries, mono: 1, entries }))
    const wait = start + (b - from + 1) * batchEveryMs - performance.now()
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
  await until('the acks', () => acked >= to)
  socket.off('message', onAck)
}

interface Pace {
  frames: number
  longestTaskMs: number
  since: number
}

/** Counts the frames and long tasks of the page from now on. */
async function watchPace(page: Page): Promise<void> {
  await page.evaluate(() => {
    const pace: Pace = { frames: 0, longestTaskMs: 0, since: performance.now() }
    Object.assign(globalThis, { pace })
    const count = () => {
      pace.frames++
      requestAnimationFrame(count)
    }
    requestAnimationFrame(count)
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        pace.longestTaskMs = Math.max(pace.longestTaskMs, duration)
      }
    }).observe({ type: 'longtask' })
  })
}

/** Frames a second and the longest task since this was last asked. */
function takePace(page: Page): Promise<{ fps: number; longestTaskMs: number }> {
  return page.evaluate(() => {
    const { pace } = globalThis as unknown as { pace: Pace }
    const now = performance.now()
    const { frames, longestTaskMs, since } = pace
    Object.assign(pace, { frames: 0, longestTaskMs: 0, since: now })
    return { fps: frames / ((now - since) / 1000), longestTaskMs }
  })
}

function longestTask(what: string, longestTaskMs: number): Figure {
  return {
    what: `${what}, longest task`,
    // The browser reports no shorter ones.
    measured: longestTaskMs === 0 ? 'under 50 ms' : `${longestTaskMs.toFixed(0)} ms`,
    goal: '≤ 50 ms',
    reached: longestTaskMs <= 50,
  }
}

async function openLive(client: HubClient, page: Page): Promise<void> {
  await openPrefilled(page, `${client.url}/login?next=/live-rfid`)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByText('Esperando lecturas...').waitFor()
  await page.getByText('En vivo').waitFor()
}

/** The badge's count, once that is enough or nothing more can be on its way. */
async function countedReads(page: Page, enough: number): Promise<number> {
  let count = 0
  const look = async () => {
    const text = await page.locator('dt', { hasText: 'Lecturas hoy' }).locator('+ dd').textContent()
    count = Number(text?.replace(/\D/g, ''))
    return count >= enough
  }
  await until('the last reads', look, 10_000).catch(() => {
    // Then fewer were counted: the figure says so.
  })
  return count
}

async function liveScreen(): Promise<Figure[]> {
  const site = new Site()
  const client = await site.startHub()
  const browser = await openBrowser()
  try {
    const epoch = newEpoch()
    const socket = await openAgent(client.url, await client.enroll('flood'), 'flood', epoch)
    const page = await browser.newPage({
      viewport: { width: 1366, height: 768 },
      serviceWorkers: 'block',
    })
    await openLive(client, page)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
    await watchPace(page)
    await send(socket, epoch, 0, firstBatches)
    await countedReads(page, firstBatches * batchEntries)
    const first = await takePace(page)
    await send(socket, epoch, firstBatches, batches)
    const { fps, longestTaskMs } = await takePace(page)
    const counted = await countedReads(page, total)
    socket.close()
    const what = `live screen at 500 events/s, CPU ${slowDown}×`
    return [
      { what, measured: `${fps.toFixed(0)} fps`, goal: '≥ 55 fps', reached: fps >= 55 },
      longestTask(what, longestTaskMs),
      longestTask(`${what}, the first rows on the empty screen`, first.longestTaskMs),
      {
        what: `${what}, events counted`,
        measured: `${counted} of ${total}`,
        goal: 'all',
        reached: counted === total,
      },
    ]
  } finally {
    await browser.close()
    await site.end()
  }
}

/** JavaScript of the routes, loading and use of the screens, and the live screen in a flood. */
export async function benchWeb(): Promise<Figure[]> {
  return [...sizes(), ...(await benchScreens()), ...(await liveScreen())]
}
