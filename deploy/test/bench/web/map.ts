import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { HubClient } from '../../../local/hub-process.ts'
import { openBrowser } from '../../rig/browser.ts'
import { storedSession } from '../../rig/dashboard-site.ts'
import { placeAgents } from '../../rig/placed-agents.ts'
import { Site } from '../../rig/site.ts'
import { tagOf } from '../../read-stream.ts'
import type { Figure } from '../table.ts'
import { framesFigure, longestTaskFigure, takePace, untilQuiet, watchPace } from './pace.ts'
import { SteadyAgent } from './steady-agent.ts'

const SIZES = [
  // What the screen takes by itself.
  { agents: 10, longestTaskMs: 300 },
  { agents: 1000, longestTaskMs: 300 },
  { agents: 10_000, longestTaskMs: 600 },
]
const FLOODED = {
  agents: 100,
  codes: ['gate-1', 'gate-2', 'gate-3', 'gate-4'],
  // The map flies from gate to gate all the time, drawn without a graphics card: as fluent as film,
  // and a touch is answered within what is felt as at once.
  fps: 30,
  longestTaskMs: 200,
}
/** Of each of the four: 125 events a second. */
const STREAM = { batches: 40, entries: 25, everyMs: 200 }
const SLOW_DOWN = 4
const PANS = 8
const STEPS_A_PAN = 30
const STEP_MS = 16

/** Drags the map around its middle, as a hand would; each pan is half a second. */
async function pan(page: Page): Promise<void> {
  const box = await page.locator('.leaflet-container').first().boundingBox()
  if (!box) throw new Error('there is no map')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  for (let i = 0; i < PANS; i++) {
    const [dx, dy] = [(i % 2 === 0 ? 1 : -1) * (box.width / 3), (i % 4 < 2 ? 1 : -1) * 60]
    await page.mouse.move(x - dx / 2, y - dy / 2)
    await page.mouse.down()
    const start = performance.now()
    for (let step = 1; step <= STEPS_A_PAN; step++) {
      const part = step / STEPS_A_PAN - 0.5
      await page.mouse.move(x + dx * part, y + dy * part)
      const wait = start + step * STEP_MS - performance.now()
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    }
    await page.mouse.up()
  }
}

/** Opens the map over so many agents on a slow machine, with its pace watched from the start. */
async function withMap(
  agents: number,
  measure: (page: Page, client: HubClient) => Promise<Figure[]>,
): Promise<Figure[]> {
  // No tile is fetched from elsewhere: the bench measures this machine.
  const site = new Site({ HUB_TILES_UPSTREAM: 'off' })
  await placeAgents(join(site.folder, 'hub'), agents)
  const client = await site.startHub()
  const browser = await openBrowser()
  try {
    const page = await browser.newPage({
      baseURL: client.url,
      storageState: storedSession(client),
      viewport: { width: 1366, height: 768 },
      serviceWorkers: 'block',
    })
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN })
    await watchPace(page)
    await page.goto('/map')
    const shown = new RegExp(
      `^${agents.toLocaleString('es-CO').replace('.', '\\.?')} con coordenadas`,
    )
    await page.getByText(shown).waitFor({ timeout: 120_000 })
    await page.locator('.leaflet-marker-icon').first().waitFor({ timeout: 120_000 })
    await untilQuiet(page)
    return await measure(page, client)
  } finally {
    await browser.close()
    await site.end()
  }
}

function loadAndPan(agents: number, goalMs: number): Promise<Figure[]> {
  return withMap(agents, async (page) => {
    const loading = await takePace(page)
    await pan(page)
    const panning = await takePace(page)
    const what = `map with ${agents.toLocaleString('en')} agents, CPU ${SLOW_DOWN}×`
    return [
      longestTaskFigure(`${what}, loading`, loading.longestTaskMs, goalMs),
      longestTaskFigure(`${what}, panning`, panning.longestTaskMs, goalMs),
      framesFigure(`${what}, panning`, panning.fps),
    ]
  })
}

/** Four gates are read at once: circles, flights and the notice go on all the time. */
function flood(): Promise<Figure[]> {
  return withMap(FLOODED.agents, async (page, client) => {
    const speakers: SteadyAgent[] = []
    for (const code of FLOODED.codes) speakers.push(await SteadyAgent.open(client, code))
    await takePace(page)
    await Promise.all(speakers.map((speaker, i) => speaker.send({ ...STREAM, uidOf: tagsOf(i) })))
    const { fps, longestTaskMs } = await takePace(page)
    for (const speaker of speakers) speaker.close()
    const what = `map with ${FLOODED.agents} agents at 500 events/s of ${speakers.length}, CPU ${SLOW_DOWN}×`
    return [
      framesFigure(what, fps, FLOODED.fps),
      longestTaskFigure(what, longestTaskMs, FLOODED.longestTaskMs),
    ]
  })
}

function tagsOf(speaker: number) {
  return (n: number) => tagOf(speaker * 1_000_000 + n)
}

/** The map with many agents, and in a flood, on a slow machine. */
export async function benchMap(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { agents, longestTaskMs } of SIZES) {
    figures.push(...(await loadAndPan(agents, longestTaskMs)))
  }
  return [...figures, ...(await flood())]
}
