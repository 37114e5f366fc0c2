import { describe, expect, it } from 'vitest'
import { DashboardRig } from '../rig/dashboard-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'

const MM = 96 / 25.4
/** Between the margins of Letter. */
const SHEET = { width: 196 * MM }

const rig = eachOnItsPage(new DashboardRig(100))

describe('the administration on paper', () => {
  it('has the list of administration without its controls', async () => {
    await rig.page.goto('/admin')
    await rig.page.getByText('XSS001').first().waitFor()
    const controls = ['Acciones', 'Editar', 'Buscar', 'Crear', 'Activos'].map((text) =>
      rig.page.getByText(text, { exact: true }).first(),
    )
    for (const control of controls) await control.waitFor()
    await rig.page.setViewportSize({ width: Math.floor(SHEET.width), height: 900 })
    await rig.page.emulateMedia({ media: 'print' })
    await rig.page.getByRole('columnheader', { name: 'Tag' }).waitFor()
    for (const control of controls) expect(await control.isVisible()).toBe(false)
    const frame = rig.page.getByRole('table').locator('..')
    expect(await frame.evaluate((box) => getComputedStyle(box).overflowX)).toBe('visible')
    expect(await rig.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      Math.floor(SHEET.width),
    )
  })

  it('gives long names two lines and no other column’s room, and is printed from a phone', async () => {
    const long = { model: 'M'.repeat(100), owner: 'Transportadora'.repeat(15).slice(0, 200) }
    const vehicle = { plate: 'LARGO1', rfid_tag: 'E2FFFFFFFFFFFFFFFFFFFFF2', ...long }
    await rig.client.post('/api/vehicles', vehicle)
    await rig.page.setViewportSize({ width: 390, height: 844 })
    await rig.page.goto('/admin?q=LARGO1')
    await rig.page.getByText(long.owner).first().waitFor({ state: 'attached' })
    await rig.button('Imprimir').waitFor()
    await rig.page.setViewportSize({ width: Math.floor(SHEET.width), height: 900 })
    await rig.page.emulateMedia({ media: 'print' })
    await rig.page.evaluate(() => void dispatchEvent(new Event('beforeprint')))
    const boxOf = (text: string) => rig.page.locator('td').filter({ hasText: text }).boundingBox()
    const tag = await boxOf(vehicle.rfid_tag)
    for (const text of Object.values(long)) {
      expect((await boxOf(text))?.height).toBeLessThan(2.5 * 13)
    }
    expect(tag?.width).toBeGreaterThan(100)
    const width = () => rig.page.evaluate(() => document.documentElement.scrollWidth)
    expect(await width()).toBeLessThanOrEqual(Math.floor(SHEET.width))
    await rig.page.evaluate(() => void dispatchEvent(new Event('afterprint')))
    expect(await rig.page.locator('[data-long-text]').count()).toBe(0)
  })

  it('has all rows of a list of administration that was searched for, by its button and Ctrl-P', async () => {
    const prints = () => rig.page.evaluate(() => Number(Reflect.get(globalThis, 'prints')))
    const told = (name: string) =>
      rig.page.evaluate((it) => void dispatchEvent(new Event(it)), name)
    for (let i = 10; i < 35; i++) {
      const tag = `PAPEL-${i}`
      await rig.client.post('/api/vehicles', { plate: `PAP0${i}`, model: 'x', rfid_tag: tag })
    }
    await rig.page.goto('/admin?pageSize=10&q=PAP0')
    const rows = rig.page.getByRole('table').locator('tbody tr')
    await rig.page.getByText('25 vehículos', { exact: true }).waitFor()
    const print = rig.button('Imprimir')
    await print.waitFor()
    await told('beforeprint')
    await rig.page.getByText(/^Parte 1 de \d+ de la lista: /).waitFor({ state: 'attached' })
    await told('afterprint')
    for (const ask of [() => print.click(), () => rig.page.keyboard.press('Control+p')]) {
      const before = await prints()
      await ask()
      await until('the print dialog', async () => (await prints()) === before + 1)
      expect(await rows.count()).toBe(25)
      expect(await rig.page.getByText(/^Parte 1 de/).count()).toBe(0)
      await told('afterprint')
      await until('the page', async () => (await rows.count()) === 10)
    }
    await rig.page.goto('/admin?pageSize=10&q=PAP010')
    await rig.page.getByText('1 vehículo', { exact: true }).waitFor()
    await print.click()
    await until('the print dialog', async () => (await prints()) === 1)
    expect(await rows.count()).toBe(1)
  })
})
