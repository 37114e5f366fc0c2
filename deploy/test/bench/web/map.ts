import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../rig/browser.ts'
import { storedSession } from '../../rig/dashboard-site.ts'
import { placeAgents } from '../../rig/placed-agents.ts'
import { Site } from '../../rig/site.ts'
import type { Figure } from '../table.ts'
import { framesFigure, longestTaskFigure, takePace, untilQuiet, watchPace } from './pace.ts'

const SIZES = [
  // What the screen takes by itself.
  { agents: 10, longestTaskMs: 300 },
  { agents: 1000, longestTaskMs: 300 },
  { agents: 10_000, longestTaskMs: 600 },
]
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

async function mapWith(agents: number, goalMs: number): Promise<Figure[]> {
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
    const loading = await takePace(page)
    await pan(page)
    const panning = await takePace(page)
    const what = `map with ${agents.toLocaleString('en')} agents, CPU ${SLOW_DOWN}×`
    return [
      longestTaskFigure(`${what}, loading`, loading.longestTaskMs, goalMs),
      longestTaskFigure(`${what}, panning`, panning.longestTaskMs, goalMs),
      framesFigure(`${what}, panning`, panning.fps),
    ]
  } finally {
    await browser.close()
    await site.end()
  }
}

/** The map with many agents on a slow machine. */
export async function benchMap(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { agents, longestTaskMs } of SIZES) {
    figures.push(...(await mapWith(agents, longestTaskMs)))
  }
  return figures
}
