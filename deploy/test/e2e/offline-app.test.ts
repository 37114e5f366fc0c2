import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { storedSession } from '../rig/dashboard-site.ts'
import { PageRig } from '../rig/page-rig.ts'

const rig = new PageRig()
let page: Page
beforeAll(async () => {
  await rig.start()
  await rig.openPage({ storageState: storedSession(rig.client), serviceWorkers: 'allow' })
  page = rig.page
}, 120_000)
afterAll(() => rig.end())

const kept = () =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const lists = names.map(async (name) => (await caches.open(name)).keys())
    return (await Promise.all(lists)).flat().map(({ url }) => new URL(url).pathname)
  })

it('can be installed', async () => {
  await page.goto('/dashboard')
  const manifest: unknown = await page.evaluate(async () => {
    const href = document.querySelector<HTMLLinkElement>('link[rel=manifest]')?.href ?? ''
    return (await fetch(href)).json()
  })
  expect(manifest).toMatchObject({ lang: 'es', display: 'standalone', start_url: '/dashboard' })
  const devtools = await page.context().newCDPSession(page)
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // The profile of a test is a private one.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
})

it('comes from the hub while that is there, and keeps its files but no answers', async () => {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const answer = await page.goto('/')
  expect(answer?.headers()['cache-control']).toBe('no-store')
  await page.waitForURL('**/dashboard')
  const files = await kept()
  expect(files).toContain('/index.html')
  expect(files.filter((file) => /^\/(api|socket\.io|dashboard)/.test(file))).toEqual([])
})

it('opens without the hub, says so, and goes on when that is back', async () => {
  await rig.site.hub.child.stop('SIGKILL')
  await page.goto('/live-rfid?kept=1')
  await page.getByRole('heading', { name: 'RFID Tiempo Real' }).waitFor()
  await page.getByText('Reconectando').waitFor()
  await page.getByText('No se pudo obtener estado inicial').waitFor()
  await page.getByRole('link', { name: 'Mapa' }).click()
  await page.getByRole('heading', { name: 'Mapa' }).waitFor()
  await rig.site.startHub()
  await page.getByText(/^\W*(Conectado|Sin lectores)$/).waitFor()
  expect(await rig.closePage()).toEqual([])
})
