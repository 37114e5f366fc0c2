import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { eachOnItsPage, PageRig } from '../rig/page-rig.ts'
import { faultsInAllLooks, focused, logIn } from '../rig/watched-page.ts'

const rig = eachOnItsPage(new PageRig())
let page: Page
beforeEach(() => void (page = rig.page))

const leave = () => page.getByRole('button', { name: 'Salir del modo kiosco' })
const typeSize = () =>
  page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))

it.each(['/dashboard', '/map', '/live-rfid'])(
  'shows %s without the bar or faults',
  async (path) => {
    await logIn(page, `${path}?kiosk=1`)
    await leave().waitFor()
    expect(await page.getByRole('navigation').count()).toBe(0)
    await page.getByText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/).waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
  },
)

it('has bigger type on a wall, and leaves no trace of it', async () => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  await logIn(page, '/map?kiosk=1')
  await leave().waitFor()
  expect(await typeSize()).toBeGreaterThan(20)
  await leave().click()
  await page.getByRole('navigation').waitFor()
  expect(await typeSize()).toBe(16)
  expect(new URL(page.url()).search).toBe('')
})

it('is kept over a reload, and left by Esc', async () => {
  await logIn(page, '/dashboard?kiosk=1')
  await page.reload()
  await leave().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('navigation').waitFor()
  expect(new URL(page.url()).search).toBe('')
})

it('fills the screen when asked to', async () => {
  await logIn(page, '/live-rfid?kiosk=1')
  await page.getByRole('button', { name: 'Pantalla completa' }).click()
  await page.waitForFunction(() => document.fullscreenElement !== null)
  await page.getByRole('button', { name: 'Pantalla completa' }).waitFor({ state: 'detached' })
})

it('hides its bar while nobody is there, and shows it to whoever comes', async () => {
  await page.clock.install()
  await logIn(page, '/map?kiosk=1')
  await leave().waitFor()
  await page.clock.fastForward(6000)
  await leave().waitFor({ state: 'hidden' })
  const cursor = () => page.evaluate(() => getComputedStyle(document.body).cursor)
  expect(await cursor()).toBe('none')
  await page.mouse.move(300, 300)
  await leave().waitFor()
  expect(await cursor()).not.toBe('none')
  await page.clock.fastForward(6000)
  await leave().waitFor({ state: 'hidden' })
  // A key that brings the bar can be the one that leads into it.
  for (let i = 0; i < 9 && (await focused(page)) !== 'Salir del modo kiosco'; i++) {
    await page.keyboard.press('Tab')
  }
  await page.clock.fastForward(20_000)
  expect(await leave().isVisible()).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation').waitFor()
})

it('prints the screen alone', async () => {
  await logIn(page, '/map')
  const heading = page.getByRole('heading', { name: 'Mapa' })
  await heading.waitFor()
  await page.emulateMedia({ media: 'print' })
  await page.getByRole('navigation').waitFor({ state: 'hidden' })
  expect(await heading.isVisible()).toBe(true)
})
