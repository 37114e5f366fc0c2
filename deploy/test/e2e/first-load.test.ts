import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser } from './browser.ts'
import { storedSession } from './dashboard-site.ts'
import { Site } from './site.ts'

const site = new Site()
let browser: Browser
let client: Awaited<ReturnType<Site['startHub']>>
beforeAll(async () => {
  client = await site.startHub()
  browser = await openBrowser()
})
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
