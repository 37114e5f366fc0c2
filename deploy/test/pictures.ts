import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions } from 'playwright-core'
import { buildWebIfNeeded } from '../local/build-web.ts'
import { root } from '../local/child.ts'
import { installNeeds } from './needs.ts'
import { tagOf } from './read-stream.ts'
import { openBrowser } from './rig/browser.ts'
import { startSeededSite, storedSession } from './rig/dashboard-site.ts'
import { until } from './rig/site.ts'

const FOLDER = join(root, 'deploy/pictures')
const READS = 20_000
const DAYS = 30
/** Reads on the live screen when its picture is taken. */
const LIVE_READS = 12
const AGENT = 'porteria-demo'

interface Picture {
  name: string
  path: string
  options: BrowserContextOptions
  /** Selectors, and how often each is shown before the picture is taken. */
  ready: Record<string, number>
}

const PICTURES: readonly Picture[] = [
  {
    name: 'dashboard',
    path: '/dashboard?range=24h',
    options: { viewport: { width: 1280, height: 860 }, colorScheme: 'light' },
    ready: { 'text=Actualizado:': 1, canvas: 2, 'text=Conectado': 1 },
  },
  {
    name: 'live-rfid',
    path: '/live-rfid',
    options: { viewport: { width: 1280, height: 560 }, colorScheme: 'dark' },
    ready: { 'tbody tr': LIVE_READS - 2, 'text=Conectado': 1 },
  },
]

/** `npm run pictures` takes the README's pictures anew, from a demo hub with made-up reads. */
async function main(): Promise<void> {
  installNeeds()
  buildWebIfNeeded()
  mkdirSync(FOLDER, { recursive: true })
  const { site, client } = await startSeededSite(READS, DAYS)
  const browser = await openBrowser()
  try {
    // Tags of the site's own vehicles, so that the screen knows them.
    const tags = Array.from({ length: LIVE_READS }, (_, i) => tagOf(i))
    const readers = [
      { id: 'portal', type: 'simulator', tags, ratePerMinute: 600, dayRhythm: false },
    ]
    site.startEdge(AGENT, readers, {
      EDGE_ENROLL_TOKEN: await client.enrollToken(AGENT),
      EDGE_AGENT_NAME: 'Portería',
      EDGE_AGENT_LOCATION: 'Entrada principal',
    })
    for (const { name, path, options, ready } of PICTURES) {
      const context = await browser.newContext({
        baseURL: client.url,
        storageState: storedSession(client),
        reducedMotion: 'reduce',
        locale: 'es-CO',
        ...options,
      })
      const page = await context.newPage()
      await page.goto(path)
      for (const [selector, times] of Object.entries(ready)) {
        const shown = page.locator(selector)
        await until(`${selector} in ${path}`, async () => (await shown.count()) >= times)
      }
      await page.screenshot({ path: join(FOLDER, `${name}.png`) })
      await context.close()
    }
  } finally {
    await browser.close()
    await site.end()
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
})
