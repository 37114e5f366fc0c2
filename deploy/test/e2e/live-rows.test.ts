import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { LiveRig } from '../rig/live-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'
import { faultsInAllLooks } from '../rig/watched-page.ts'

const rig = eachOnItsPage(new LiveRig())
let page: Page
beforeEach(() => void (page = rig.page))

const UNKNOWN = 'E20034120123456789ABCDEF'
const sheet = () => page.getByRole('dialog', { name: 'Lectura' })
const focusedRow = () => page.locator('tbody tr:focus')
const rowCount = () => page.getByRole('table').getAttribute('aria-rowcount')
const fresh = () => page.getByRole('button', { name: /nueva/ })

/** The colour behind the first cell of a tag's row. */
const groundOf = (tag: string) =>
  rig
    .rows(tag)
    .first()
    .evaluate((row) => getComputedStyle(row).backgroundColor)

/** The cells in view whose text does not fit. */
const cutCells = () =>
  page
    .locator('tbody td')
    .evaluateAll((cells) =>
      cells
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    )

describe('the rows of the live screen', () => {
  it('tell an unknown tag apart, and cut nothing that fits', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    const owner = 'Transportes del Norte SAS'
    await rig.client.post('/api/vehicles', {
      rfid_tag: 'TEST-601',
      plate: 'NRT601',
      model: 'Hino',
      owner,
    })
    await rig.live()
    await rig.agent.read(['TEST-001', 'TEST-601', UNKNOWN])
    await rig.rows('TEST-601').getByText(owner).waitFor()
    await rig.rows(UNKNOWN).getByText('Sin registrar').waitFor()
    await rig
      .rows(UNKNOWN)
      .getByRole('link', { name: `Registrar ${UNKNOWN}` })
      .waitFor()
    expect(await rig.rows('TEST-001').getByText('Sin registrar').count()).toBe(0)
    expect(await groundOf(UNKNOWN)).not.toBe(await groundOf('TEST-001'))
    expect(await cutCells()).toEqual([])
    expect(await faultsInAllLooks(page)).toEqual([])
  })

  it('are one stop of the tab key, move by arrows, and stand still meanwhile', async () => {
    await rig.live()
    await rig.agent.read(Array.from({ length: 30 }, (_, i) => `TEST-${700 + i}`))
    await until('all rows', async () => Number(await rowCount()) > 30)
    // The last control above the rows, as seen.
    await rig.button('Guardar').focus()
    await page.keyboard.press('Tab')
    await focusedRow().waitFor()
    await page.keyboard.press('ArrowDown')
    const before = await focusedRow().textContent()
    await rig.agent.read(['TEST-740'])
    await fresh().waitFor()
    expect(await focusedRow().textContent()).toBe(before)
    await page.keyboard.press('End')
    await until('the last row', async () => {
      return (await focusedRow().getAttribute('aria-rowindex')) === (await rowCount())
    })
    await page.keyboard.press('Home')
    await until('the first row', async () => {
      return (await focusedRow().getAttribute('aria-rowindex')) === '2'
    })
    await page.keyboard.press('Tab')
    expect(await focusedRow().count()).toBe(0)
    await rig.rows('TEST-740').waitFor()
    await fresh().waitFor({ state: 'detached' })
  })
})

describe('the sheet of a read', () => {
  it('opens by key, tells all, and gives the focus back while reads come in', async () => {
    await rig.live()
    await rig.agent.read(['TEST-001'])
    await rig.rows('TEST-001').waitFor()
    await rig.rows('TEST-001').focus()
    await page.keyboard.press('Enter')
    await sheet().getByText('KLM482').first().waitFor()
    for (const words of ['TEST-001', 'Portón 1 (porton-1)', 'Entrada principal']) {
      await sheet().getByText(words, { exact: true }).waitFor()
    }
    await sheet().getByRole('link', { name: 'Ver ficha' }).waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
    await rig.agent.read(['TEST-750', 'TEST-751'])
    await fresh().waitFor()
    await page.keyboard.press('Escape')
    await sheet().waitFor({ state: 'detached' })
    await focusedRow().filter({ hasText: 'TEST-001' }).waitFor()
  })

  it('opens by a press of the plate, which with Ctrl opens the vehicle beside the list', async () => {
    await rig.live()
    await rig.agent.read(['TEST-001'])
    const plate = rig.rows('TEST-001').first().getByRole('link', { name: 'KLM482' })
    const opened = rig.context.waitForEvent('page')
    await plate.click({ modifiers: ['ControlOrMeta'] })
    const beside = await opened
    await beside.getByRole('heading', { level: 1, name: 'KLM482' }).waitFor()
    await beside.close()
    await plate.click()
    await sheet().getByRole('link', { name: 'Ver ficha' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/live-rfid')
  })

  it('has its sheet, with all that it draws, before anybody asks for it', async () => {
    await rig.live()
    await rig.agent.read(['E200AHEAD'])
    const loaded = () =>
      page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    for (const part of [/live-sheet/, /GateRelays/, /mantine-surface/]) {
      await until(String(part), async () => (await loaded()).some((file) => part.test(file)))
    }
    expect(await sheet().count()).toBe(0)
    await page.route('**/assets/*', (route) => route.abort())
    await rig.rows('E200AHEAD').getByText('Sin registrar').click()
    await sheet()
      .getByRole('heading', { name: /^Abrir / })
      .waitFor()
  })

  it('opens by a tap from the lower edge, and leads on', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await rig.live()
    await rig.agent.read([UNKNOWN])
    await rig.rows(UNKNOWN).getByText('Sin registrar').first().click()
    await sheet().getByText('Sin registrar').waitFor()
    await until('the sheet at the lower edge', async () => {
      const { y = 0, height = 0 } = (await sheet().boundingBox()) ?? {}
      return Math.round(y + height) === 844
    })
    await sheet().getByRole('link', { name: 'Ver en mapa' }).waitFor()
    await sheet()
      .getByRole('link', { name: `Registrar ${UNKNOWN}` })
      .click()
    await page.getByRole('region', { name: 'Nuevo registro' }).waitFor()
    expect(await sheet().count()).toBe(0)
  })
})
