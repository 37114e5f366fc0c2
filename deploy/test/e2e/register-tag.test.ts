import type { LogsResponse } from '@vehicle-control/protocol'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { LiveRig } from '../rig/live-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'
import { faultsInAllLooks, logIn, openWatchedPage } from '../rig/watched-page.ts'

const rig = eachOnItsPage(new LiveRig())
let page: Page
beforeEach(() => void (page = rig.page))

const notice = () => page.getByRole('complementary', { name: 'Tags sin registrar' })
const link = (tag: string) => page.getByRole('link', { name: `Registrar ${tag}` })
const form = () => page.getByRole('region', { name: 'Nuevo registro' })
const focusedTag = () => page.evaluate(() => document.activeElement?.closest('tr')?.innerText ?? '')
const tagField = () => form().getByRole('textbox', { name: /Tag/ })

describe('an unknown tag', () => {
  it('is registered from its row, and its next read has the plate', async () => {
    await rig.live()
    await rig.agent.read('E2000001A')
    await link('E2000001A').waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
    await link('E2000001A').focus()
    await page.keyboard.press('Enter')
    await form().waitFor()
    expect(await tagField().inputValue()).toBe('E2000001A')
    await until('the address', async () => !page.url().includes('nuevo'))
    await form().getByLabel('Placa', { exact: true }).fill('reg-001')
    await form().getByRole('button', { name: 'Crear' }).click()
    await page.getByText('Vehículo creado').waitFor()

    await page.getByRole('heading', { name: 'RFID Tiempo Real' }).waitFor()
    await rig.agent.read('E2000001A')
    await rig.rows('E2000001A').filter({ hasText: 'REG-001' }).first().waitFor()
    await until('the focus on the row', async () => (await focusedTag()).includes('E2000001A'))
    // «Back» to that entry of the history does not lead to that row again.
    await page.getByRole('link', { name: 'Administración' }).first().click()
    await page.getByRole('heading', { name: 'Administración' }).waitFor()
    await page.goBack()
    await page.locator('tbody tr[tabindex="0"]').waitFor()
    expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain('cameFrom')
    expect(await focusedTag()).not.toContain('E2000001A')
  })

  it('leads back to its row, with the filters, and that row knows its plate at once', async () => {
    const others = Array.from({ length: 40 }, (_, i) => `E20000B${i}`)
    await rig.live()
    await rig.agent.read('E2000008A')
    await rig.agent.read(others)
    await rig.rows('E20000B39').waitFor()
    await page.getByLabel('Texto', { exact: true }).fill('E20000')
    await page.waitForURL(/q=E20000/)
    const address = page.url()
    const elsewhere = await openWatchedPage(rig.browser, rig.client.url)
    const wall = await openWatchedPage(rig.browser, rig.client.url)
    try {
      await logIn(elsewhere.page, '/live-rfid')
      await elsewhere.page.getByRole('link', { name: 'Registrar E20000B39' }).waitFor()
      await logIn(wall.page, '/live-rfid')
      await wall.page.goto('/live-rfid?kiosk=1')
      await wall.page.getByText('Sin registrar').first().waitFor()

      await page.getByRole('row').nth(1).focus()
      await page.keyboard.press('End')
      await link('E2000008A').focus()
      await page.keyboard.press('Enter')
      await form().getByLabel('Placa', { exact: true }).fill('reg-008')
      await form().getByRole('button', { name: 'Crear' }).click()
      await page.getByText('Vehículo creado').waitFor()
      await page.getByRole('heading', { name: 'RFID Tiempo Real' }).waitFor()
      expect(page.url()).toBe(address)
      const row = rig.rows('E2000008A')
      await row.getByText('REG-008').waitFor()
      await until('the focus on the row', () =>
        row.evaluate((one) => one === document.activeElement),
      )
      expect(await link('E2000008A').count()).toBe(0)
      expect(await row.getByTitle('registrado ahora').count()).toBe(1)
      expect(await faultsInAllLooks(page)).toEqual([])
      await row.click()
      const sheet = page.getByRole('dialog', { name: 'Lectura' })
      await sheet.getByText('REG-008').waitFor()
      expect(await sheet.getByRole('link', { name: /Registrar/ }).count()).toBe(0)
      expect(await sheet.getByRole('region', { name: 'Tag sin registrar' }).count()).toBe(0)
      await sheet.getByRole('link', { name: 'Ver ficha' }).waitFor()

      // Somebody else registers another one: every screen hears it.
      const car = { plate: 'REG-039', rfid_tag: 'E20000B39' }
      await rig.client.post('/api/vehicles', car)
      await elsewhere.page.getByRole('cell', { name: 'REG-039' }).waitFor()
      const other = elsewhere.page.getByRole('link', { name: 'Registrar E20000B39' })
      expect(await other.count()).toBe(0)
      await wall.page.getByText('REG-039').first().waitFor()
      expect([...elsewhere.troubles, ...wall.troubles]).toEqual([])
    } finally {
      await elsewhere.context.close()
      await wall.context.close()
    }
    // So do pages that are opened later.
    for (const path of ['/live-rfid?q=E2000008A', '/dashboard?tag=E2000008A']) {
      await page.goto(path)
      await page.getByTitle('registrado ahora').getByText('REG-008').waitFor()
    }
    // The stored read is nobody's, as it was.
    const { logs } = (await rig.client.get('/api/rfid/logs?tag=E2000008A')) as LogsResponse
    expect(logs.find(({ uid }) => uid === 'E2000008A')).toMatchObject({ plate: null })
  })

  it('is told once on any screen, leads to the form, and keeps away from it', async () => {
    await page.goto('/map')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await until('the notice', async () => {
      await rig.agent.read('E2000002A')
      return (await notice().count()) > 0
    })
    await notice().getByText('Tag sin registrar: E2000002A en Portón 1').waitFor()
    await rig.agent.read(['E2000003A', 'E2000004A', 'E2000002A'])
    await notice().getByText('+2', { exact: true }).waitFor()
    expect(await notice().count()).toBe(1)
    expect(await faultsInAllLooks(page)).toEqual([])
    await notice().getByRole('link', { name: 'Registrar' }).click()
    await form().waitFor()
    expect(await tagField().inputValue()).toBe('E2000002A')
    expect(await notice().count()).toBe(0)
    await rig.agent.read('E2000005A')
    await page.getByRole('link', { name: 'RFID Tiempo Real' }).click()
    await link('E2000005A').waitFor()
    expect(await notice().count()).toBe(0)
  })

  it('leads a phone to the form, over a list that is still loading, and back', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await rig.live()
    await rig.agent.read('E200000FA')
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/vehicles?*', async (route) => {
      await held
      await route.continue()
    })
    await link('E200000FA').click()
    const isIn = () => document.activeElement?.closest('section')?.innerText ?? ''
    await until('the focus', async () => (await page.evaluate(isIn)).includes('Nuevo registro'))
    release()
    await page.waitForResponse('**/api/vehicles?*')
    expect(await page.evaluate(isIn)).toContain('Nuevo registro')
    expect(await tagField().inputValue()).toBe('E200000FA')
    await page.getByRole('button', { name: 'Cerrar' }).click()
    await page.waitForURL('**/live-rfid')
    await link('E200000FA').waitFor()
  })

  it('that is longer than a vehicle takes is registered as an asset', async () => {
    const tag = 'E2'.repeat(20)
    await rig.live()
    await rig.agent.read(tag)
    await link(tag).click()
    const asset = page.getByRole('region', { name: 'Nuevo activo' })
    await asset.waitFor()
    expect(await asset.getByLabel('Tag RFID', { exact: true }).inputValue()).toBe(tag)
  })

  it('is no offer to who may not register it', async () => {
    await page.addInitScript(() => localStorage.setItem('user', '{"role":"operator"}'))
    await rig.live()
    await rig.agent.read('E2000006A')
    await rig.rows('E2000006A').first().waitFor()
    expect(await link('E2000006A').count()).toBe(0)
    expect(await notice().count()).toBe(0)
  })
})
