import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildWebIfNeeded } from '../../local/build-web.ts'
import { openBrowser } from './browser.ts'
import { storedSession } from './dashboard-site.ts'
import { Site } from './site.ts'
import { logIn, openWatchedPage } from './watched-page.ts'

const site = new Site()
let browser: Browser
let client: Awaited<ReturnType<Site['startHub']>>
beforeAll(async () => {
  buildWebIfNeeded()
  client = await site.startHub()
  browser = await openBrowser()
}, 120_000)
afterAll(async () => {
  await browser.close()
  await site.end()
})

it.each([
  ['/login', 'Iniciar sesión', /^$/],
  ['/live-rfid', 'RFID Tiempo Real', /assets.(socket-io|esm)/],
  ['/dashboard', 'Dashboard', /assets.(socket-io|esm|TimeChart|time-chart)/],
])('asks in the page itself for what %s draws first', async (path, title, later) => {
  const storageState = path === '/login' ? { cookies: [], origins: [] } : storedSession(client)
  const page = await browser.newPage({ baseURL: client.url, storageState })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const answer = await page.goto(path)
  const named: string[] = (await answer?.text())?.match(/\/assets\/[\w-]+\.(js|css)/g) ?? []
  expect(named.length).toBeGreaterThan(5)
  await page.getByRole('heading', { name: title }).waitFor()
  await page.waitForLoadState('networkidle')
  const assets = asked.filter((file) => file.startsWith('/assets/'))
  expect(new Set(assets).size).toBe(assets.length)
  expect(assets).toEqual(expect.arrayContaining(named))
  expect(assets.filter((file) => !named.includes(file) && !later.test(file))).toEqual([])
  await page.close()
})

it('leaves the way to the other screens open where one hangs', async () => {
  const page = await browser.newPage({ baseURL: client.url, storageState: storedSession(client) })
  await page.route(/assets.DashboardScreen.*js$/, () => {
    // Held until the page is closed.
  })
  await page.goto('/dashboard', { waitUntil: 'commit' })
  await page.getByRole('link', { name: 'Mapa' }).click()
  await page.getByRole('heading', { name: 'Mapa' }).waitFor()
  await page.close()
})

it('needs no storage, but to stay logged in', async () => {
  const { context, page, troubles } = await openWatchedPage(browser, client.url)
  await context.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      const get = () => {
        throw new DOMException('forbidden', 'SecurityError')
      }
      Object.defineProperty(window, name, { get })
    }
  })
  await logIn(page, '/dashboard?range=24h')
  await page.getByText(/^Actualizado: /).waitFor()
  await page.getByRole('link', { name: 'RFID Tiempo Real' }).click()
  await page.getByText('En vivo').waitFor()
  await page.getByRole('button', { name: 'Cambiar a modo oscuro' }).click()
  await page.getByRole('button', { name: 'Cambiar a modo claro' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Iniciar sesión' }).waitFor()
  expect(troubles).toEqual([])
  await context.close()
})
