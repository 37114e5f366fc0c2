import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { REGULAR_UNKNOWN_TAG } from '@vehicle-control/hub/seed/demo-fleet'
import { DEMO_SITE_NAME } from '@vehicle-control/hub/seed/demo-gates'
import type { AgentList } from '@vehicle-control/protocol'
import { SiteOffsets } from '@vehicle-control/protocol/site-offsets'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'
import { buildWebIfNeeded } from '../local/build-web.ts'
import { root } from '../local/child.ts'
import { enrolment, gatesOf, startGate } from '../local/demo-edges.ts'
import type { HubClient } from '../local/hub-process.ts'
import { installNeeds } from './needs.ts'
import { openBrowser } from './rig/browser.ts'
import { storedSession } from './rig/dashboard-site.ts'
import { Site, until } from './rig/site.ts'

const FOLDER = join(root, 'deploy/screenshots')
const QUALITY = 82
const STRANGERS_GATE = 'visitantes-demo'
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const WALL = { viewport: { width: 1920, height: 1080 } }
const DESK = { viewport: { width: 1280, height: 860 } }

/** The site stands in the first of these where it is a weekday's busy time: a Sunday shows little. */
const ZONES = [
  'America/Bogota',
  'Europe/Madrid',
  'Asia/Tokyo',
  'Pacific/Auckland',
  'Pacific/Kiritimati',
  'Pacific/Honolulu',
]

interface Screenshot {
  name: string
  path: string
  options: BrowserContextOptions
  /** True when everything is there that the picture is to show. */
  isReady: (page: Page) => Promise<boolean>
}

/** No notice lies over it. */
const isDrawn = async (page: Page) =>
  (await page.locator('canvas').count()) >= 2 &&
  (await page.locator('.mantine-Notification-root').count()) === 0

/** One of the newest rows is of a tag that nobody registered. */
async function showsUnknown(page: Page): Promise<boolean> {
  const height = page.viewportSize()?.height ?? 0
  for (const mark of await page.getByText(/^(▲\s*)?Sin registrar$/).all()) {
    const place = await mark.boundingBox()
    if (place !== null && place.y > 0 && place.y < height * 0.75) return true
  }
  return false
}

/** The bar of a wall goes when nobody points at anything. */
const isWall = async (page: Page) =>
  !(await page.getByRole('button', { name: 'Salir del modo kiosco' }).isVisible())

const SCREENSHOTS: readonly Screenshot[] = [
  {
    name: 'live-dark',
    path: '/live-rfid',
    options: { ...DESK, colorScheme: 'dark' },
    isReady: showsUnknown,
  },
  {
    name: 'dashboard',
    path: '/dashboard?range=7d',
    options: { ...DESK, colorScheme: 'light' },
    isReady: isDrawn,
  },
  { name: 'phone-live', path: '/live-rfid', options: PHONE, isReady: showsUnknown },
  { name: 'phone-dashboard', path: '/dashboard?range=7d', options: PHONE, isReady: isDrawn },
  {
    name: 'wall-dashboard',
    path: '/dashboard?kiosk=1',
    options: { ...WALL, colorScheme: 'light' },
    isReady: async (page) => (await isDrawn(page)) && (await isWall(page)),
  },
  {
    name: 'wall-live',
    path: '/live-rfid?kiosk=1',
    options: { ...WALL, colorScheme: 'dark' },
    isReady: async (page) => (await showsUnknown(page)) && (await isWall(page)),
  },
]

/** `npm run screenshots` takes the README's pictures anew, from a demo hub with live gates. */
async function main(): Promise<void> {
  installNeeds()
  buildWebIfNeeded()
  mkdirSync(FOLDER, { recursive: true })
  const timeZone = zoneAtWork(Date.now())
  const site = new Site({
    HUB_DEMO: '1',
    HUB_SITE_NAME: DEMO_SITE_NAME,
    HUB_TIMEZONE: timeZone,
  })
  try {
    const client = await site.startHub()
    await startGates(site, client)
    const browser = await openBrowser()
    try {
      for (const one of SCREENSHOTS) await take(browser, client, timeZone, one)
    } finally {
      await browser.close()
    }
  } finally {
    await site.end()
  }
}

async function startGates(site: Site, client: HubClient): Promise<void> {
  // Whom to look for comes soon, and again before its row has left the screen.
  const traffic = { tags: [REGULAR_UNKNOWN_TAG], ratePerMinute: 1.5 }
  for (const place of await gatesOf(client, site.dataDir('edge'))) {
    const { gate, dataDir } = place
    const env = await enrolment(client, place)
    const edge = { gate, dataDir, hubUrl: client.url, env }
    site.edges.push(startGate(gate.code === STRANGERS_GATE ? { ...edge, traffic } : edge))
  }
  const areConnected = async () => {
    const { agents } = (await client.get('/api/agents/status')) as AgentList
    return agents.every(({ connected }) => connected)
  }
  await until('the gates', areConnected, 120_000)
}

async function take(
  browser: Browser,
  client: HubClient,
  timeZone: string,
  { name, path, options, isReady }: Screenshot,
): Promise<void> {
  const context = await browser.newContext({
    baseURL: client.url,
    storageState: storedSession(client, { timeZone }),
    timezoneId: timeZone,
    reducedMotion: 'reduce',
    locale: 'es-CO',
    deviceScaleFactor: options.viewport === WALL.viewport ? 1 : 2,
    ...options,
  })
  const page = await context.newPage()
  // The first visit fetches the app's font, and the second one is drawn with it.
  await page.goto(path, { waitUntil: 'networkidle' })
  await page.reload()
  await until(`what ${path} shows`, () => isReady(page), 180_000)
  await page.waitForLoadState('networkidle')
  await page.evaluate('document.fonts.ready')
  const bytes = await sharp(await page.screenshot())
    .webp({ quality: QUALITY })
    .toBuffer()
  writeFileSync(join(FOLDER, `${name}.webp`), bytes)
  process.stdout.write(`${name}.webp, ${Math.round(bytes.length / 1000)} kB\n`)
  await context.close()
}

function zoneAtWork(now: number): string {
  const isAtWork = (zone: string) => {
    const wall = new Date(now + new SiteOffsets(zone).at(now))
    const [weekday, hour] = [wall.getUTCDay(), wall.getUTCHours()]
    return weekday >= 1 && weekday <= 5 && hour >= 9 && hour < 19
  }
  return ZONES.find(isAtWork) ?? 'America/Bogota'
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
})
