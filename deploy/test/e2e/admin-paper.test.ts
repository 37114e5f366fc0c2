import { describe, expect, it } from 'vitest'
import { DashboardRig } from '../rig/dashboard-rig.ts'
import { LiveAgent } from '../rig/live-agent.ts'
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

  it.each([
    ['vehiculos', 'Vehículos'],
    ['activos', 'Activos'],
    ['agentes', 'Agentes'],
    ['usuarios', 'Usuarios'],
    ['usuarios&vista=registro', 'Registro'],
    ['config', 'Config'],
  ])('titles %s by its name', async (tab, title) => {
    await rig.page.goto(`/admin?tab=${tab}`)
    await rig.page.getByRole('tabpanel').locator('li, td').first().waitFor()
    await rig.page.emulateMedia({ media: 'print' })
    expect(await rig.page.getByText('Administración', { exact: true }).count()).toBeGreaterThan(0)
    const largest = await rig.page.evaluate(() => {
      const drawn = [...document.querySelectorAll('h1, h2, h3, [role=tab]')].filter((one) =>
        one.checkVisibility(),
      )
      const sizeOf = (one: Element) => Number.parseFloat(getComputedStyle(one).fontSize)
      const most = Math.max(...drawn.map(sizeOf))
      return drawn.filter((one) => sizeOf(one) === most).map((one) => one.textContent)
    })
    expect(largest).toEqual([title])
    const head = await rig.page.evaluate(() => {
      dispatchEvent(new Event('beforeprint'))
      return document.adoptedStyleSheets.map(({ cssRules }) => cssRules[0]?.cssText).join()
    })
    expect(head).toMatch(new RegExp(`· ${title}"`))
  })

  it('has settings as what they say, on two sheets at most, and nothing to press', async () => {
    await rig.page.goto('/admin?tab=config')
    await rig.page.getByText('Base de datos').first().waitFor()
    await rig.button('Subir plano').waitFor()
    expect(await rig.page.locator('.paper-only:visible').count()).toBe(0)
    await rig.page.emulateMedia({ media: 'print' })
    const main = rig.page.getByRole('main')
    const controls = main.locator('button, input, textarea, a, summary')
    const shown = await controls.evaluateAll((all) =>
      all.filter((one) => one.checkVisibility()).map((one) => one.textContent),
    )
    expect(shown).toEqual(['Config'])
    const text = await main.innerText()
    expect(text).toMatch(/Quién recibe los avisos por correo\s+todos los administradores/)
    expect(text).toMatch(/Clases de aviso que se envían por correo\s+todas/)
    for (const dead of ['Correo', 'Diagnóstico', 'Plano del sitio']) {
      expect(await main.getByRole('heading', { name: dead, exact: true }).count()).toBe(0)
    }
    const pdf = await rig.page.pdf({ format: 'Letter', preferCSSPageSize: true })
    const sheets = pdf.toString('latin1').match(/\/Type \/Page\b/g) ?? []
    expect(sheets.length).toBeLessThanOrEqual(2)
  })

  it('says the state of an agent in one word', async () => {
    const agent = await LiveAgent.open(rig.client, 'porton-vivo', { name: 'Portón vivo' })
    await rig.page.goto('/admin?tab=agentes&q=porton-vivo')
    const state = rig.page
      .getByRole('row')
      .filter({ hasText: 'Portón vivo' })
      .getByRole('cell')
      .first()
    await state.getByText('Conectado').waitFor()
    await rig.page.emulateMedia({ media: 'print' })
    expect((await state.innerText()).split(/\s+/)).toEqual(['●', 'Online'])
    agent.close()
  })

  it('has long names whole, in no other column’s room, and is printed from a phone', async () => {
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
      const name = rig.page.locator('td', { hasText: text }).locator('[data-long-text]')
      const [whole, seen] = await name.evaluate((it) => [it.scrollHeight, it.clientHeight])
      expect(whole).toBe(seen)
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
    const printedCount = async () => {
      await rig.page.emulateMedia({ media: 'print' })
      const words = await rig.page.locator('[data-list-count]').evaluate((count) => {
        const [before, after] = ['::before', '::after'].map((part) => {
          const { content } = getComputedStyle(count, part)
          return content.startsWith('"') ? content.slice(1, -1).replaceAll('\\a ', '\n') : ''
        })
        return `${before}${count.textContent}${after}`
      })
      await rig.page.emulateMedia({ media: null })
      return words
    }
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
    expect(await printedCount()).toBe(
      '10 de 25 vehículos (página 1 de 3)\nEl botón Imprimir trae la lista entera.',
    )
    await told('afterprint')
    expect(await printedCount()).toBe('25 vehículos')
    for (const ask of [() => print.click(), () => rig.page.keyboard.press('Control+p')]) {
      const before = await prints()
      await ask()
      await until('the print dialog', async () => (await prints()) === before + 1)
      expect(await rows.count()).toBe(25)
      expect(await printedCount()).toBe('25 vehículos')
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
