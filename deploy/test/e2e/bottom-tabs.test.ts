import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { DashboardRig } from '../rig/dashboard-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { faultsInAllLooks } from '../rig/watched-page.ts'

const rig = eachOnItsPage(new DashboardRig(300))
let page: Page
beforeEach(() => void (page = rig.page))

const tabs = () => page.getByRole('navigation', { name: 'Pantallas' })
const menu = () => page.getByRole('navigation', { name: 'Principal' })
const opener = () => page.getByRole('button', { name: 'Menú' })

async function openOnPhone(path: string, width = 390): Promise<void> {
  await page.setViewportSize({ width, height: 700 })
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

it('lead to the four screens under a thumb, beside the menu, which stays as it is', async () => {
  await openOnPhone('/dashboard', 320)
  expect(await menu().count()).toBe(0)
  const links = await tabs().getByRole('link').all()
  expect(links).toHaveLength(4)
  for (const link of links) {
    const { width = 0, height = 0, x = -1 } = (await link.boundingBox()) ?? {}
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    expect(x + width).toBeLessThanOrEqual(320)
  }
  await opener().click()
  await menu().getByRole('link', { name: 'Mapa' }).waitFor()
  expect(await faultsInAllLooks(page)).toEqual([])
  await tabs().getByRole('link', { name: 'Administración' }).click()
  await page.getByRole('heading', { level: 1, name: 'Administración' }).waitFor()
  expect(await opener().getAttribute('aria-expanded')).toBe('false')
  await tabs().locator('[aria-current=page]', { hasText: 'Administración' }).waitFor()
})

it.each(['/dashboard', '/map', '/live-rfid', '/admin'])('cover nothing of %s', async (path) => {
  await openOnPhone(path)
  await page.waitForLoadState('networkidle')
  const top = (await tabs().boundingBox())?.y ?? 0
  expect(top).toBeGreaterThan(600)
  const bottomOfContent = await page.evaluate(() => {
    scrollTo(0, document.body.scrollHeight)
    return document.querySelector('main > *')?.getBoundingClientRect().bottom ?? Infinity
  })
  expect(bottomOfContent).toBeLessThanOrEqual(top)
})

it('are not on a wide screen, a low one, a wall or paper', async () => {
  await openOnPhone('/map')
  await tabs().waitFor()
  await page.emulateMedia({ media: 'print' })
  await tabs().waitFor({ state: 'hidden' })
  await page.emulateMedia({ media: 'screen' })
  await tabs().waitFor()
  await page.setViewportSize({ width: 390, height: 300 })
  await tabs().waitFor({ state: 'hidden' })
  await page.setViewportSize({ width: 1366, height: 768 })
  await tabs().waitFor({ state: 'hidden' })
  await menu().waitFor()
  await openOnPhone('/map?kiosk=1')
  expect(await page.getByRole('navigation').count()).toBe(0)
})
