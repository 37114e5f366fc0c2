import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { LiveRig } from '../rig/live-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'
import { faultsInAllLooks } from '../rig/watched-page.ts'

const rig = eachOnItsPage(new LiveRig())
let page: Page
beforeEach(() => void (page = rig.page))

const line = () => page.getByRole('button', { name: /^Estado de la lectura/ })
const tags = (first: number) => Array.from({ length: 20 }, (_, i) => `TEST-${first + i}`)

/** How many rows stand whole in the window. */
const rowsInView = () =>
  page.locator('tbody tr[aria-rowindex]').evaluateAll(
    (rows) =>
      rows.filter((row) => {
        const { top, bottom } = row.getBoundingClientRect()
        const frame = row.closest('section')?.getBoundingClientRect()
        return top >= (frame?.top ?? 0) && bottom <= Math.min(innerHeight, frame?.bottom ?? 0)
      }).length,
  )

describe('the live screen on a phone', () => {
  it.each([
    [390, 844, 7],
    [320, 640, 4],
  ])('at %i×%i has at least %i reads in view', async (width, height, least) => {
    await page.setViewportSize({ width, height })
    await rig.live()
    await rig.agent.read(tags(800))
    await until(`${least} rows`, async () => (await rowsInView()) >= least)
  })

  it('has a word for the suppressed reads of a gate, on a narrow one in the sheet', async () => {
    await page.setViewportSize({ width: 430, height: 932 })
    await rig.live()
    await rig.agent.read(['TEST-825'])
    await rig.agent.suppress('TEST-825', 3)
    const count = page.getByText(/^▲ \d/).first()
    await count.waitFor()
    const word = () => count.evaluate((it) => getComputedStyle(it, '::after').content)
    expect(await word()).toContain('supr.')
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await word()).toBe('none')
    await rig.rows('TEST-825').first().getByText('Sin registrar').click()
    await page
      .getByRole('dialog')
      .getByText(/^\d+ suprimidas$/)
      .waitFor()
  })

  it('has its buttons in one line at 320 px, with a filter too', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    await rig.live('?q=TEST')
    const names = ['Pausar', 'Filtros (1)', 'Sonido', 'Día']
    const buttons = names.map((name) => page.getByRole('button', { name, exact: true }))
    for (const button of buttons) await button.waitFor()
    const tops = await Promise.all(buttons.map(async (one) => (await one.boundingBox())?.y))
    expect(new Set(tops).size).toBe(1)
  })

  it('says the state in one line, which opens to every badge', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await rig.live()
    await rig.agent.read(['TEST-830'])
    await rig.rows('TEST-830').waitFor()
    await line().filter({ hasText: 'hoy' }).waitFor()
    expect(await page.getByText('Filtros activos').count()).toBe(0)
    await line().click()
    const badges = ['Socket', 'RFID', 'Puerto', 'Lecturas hoy', 'Suprimidas', 'Supresión']
    for (const label of [...badges, 'Filtros activos']) {
      await page.locator('dt').getByText(label, { exact: true }).waitFor()
    }
    await page.getByRole('textbox', { name: 'Supresión (ms)' }).waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
    await line().click()
    await page.getByText('Filtros activos').waitFor({ state: 'detached' })
  })

  it('has the actions of the day in a menu, which goes with the one that is chosen', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await rig.live()
    await rig.button('Día').click()
    for (const name of ['Exportar Día', 'PDF', 'Borrar Día', 'Ver eliminados']) {
      await rig.button(name).waitFor()
    }
    expect(await faultsInAllLooks(page)).toEqual([])
    await page.keyboard.press('Escape')
    await rig.button('PDF').waitFor({ state: 'detached' })
    await rig.button('Día').click()
    await rig.button('Ver eliminados').click()
    await page.getByRole('dialog', { name: 'Registros eliminados (local)' }).waitFor()
    await rig.button('PDF').waitFor({ state: 'detached' })
  })

  it('with text twice as large scrolls one way only, and cuts no line in half', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.addInitScript(() =>
      addEventListener('DOMContentLoaded', () => {
        document.documentElement.style.fontSize = '200%'
      }),
    )
    await rig.live()
    await rig.agent.read(tags(840))
    const faults = await until('large rows', () =>
      page.evaluate(() => {
        const rows = [...document.querySelectorAll('tbody tr[aria-rowindex]')]
        const [first, second] = rows.map((row) => row.getBoundingClientRect())
        if (!first || !second || first.height < 100) return false
        const { scrollWidth = 0, clientWidth = 0 } = document.querySelector('main') ?? {}
        return [
          scrollWidth > clientWidth && 'wide',
          first.bottom > second.top + 1 && 'rows overlap',
        ].filter(Boolean)
      }),
    )
    expect(faults).toEqual([])
  })

  it.each(['Filtros', 'Sonido'])('of little height has reads above its %s', async (name) => {
    await page.setViewportSize({ width: 320, height: 568 })
    await rig.live()
    await rig.agent.read(tags(860))
    const before = await rig.button(name).boundingBox()
    await rig.button(name).click()
    const field = page.getByRole(name === 'Sonido' ? 'slider' : 'textbox').first()
    await field.waitFor()
    expect(await rig.button(name).boundingBox()).toEqual(before)
    const panel = page.locator(`#${await rig.button(name).getAttribute('aria-controls')}`)
    await until('two rows above it', async () => {
      const top = (await panel.boundingBox())?.y ?? 0
      const rows = await page
        .locator('tbody tr[aria-rowindex]')
        .evaluateAll(
          (all, edge) => all.filter((row) => row.getBoundingClientRect().bottom <= edge).length,
          top,
        )
      return rows >= 2
    })
    const box = await panel.boundingBox()
    expect(Number(box?.y) + Number(box?.height)).toBeLessThanOrEqual(568)
    expect(await panel.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0)
    expect(await faultsInAllLooks(page)).toEqual([])
    await rig.button(name).click()
    await field.waitFor({ state: 'hidden' })
  })

  it('has all of the sound in three lines', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await rig.live()
    await rig.button('Sonido').click()
    const parts = ['switch', 'slider', 'button'] as const
    const [onOff, volume, test] = await Promise.all(
      parts.map((role) =>
        page.getByRole('group', { name: 'Sonido' }).getByRole(role).boundingBox(),
      ),
    )
    const middle = (box?: { y: number; height: number } | null) =>
      Math.round(Number(box?.y) + Number(box?.height) / 2)
    expect(Math.abs(middle(onOff) - middle(volume))).toBeLessThan(3)
    const tone = await page.getByRole('group', { name: 'Tono' }).boundingBox()
    expect(Math.abs(middle(tone) - middle(test))).toBeLessThan(3)
    const whole = await page.getByRole('group', { name: 'Sonido' }).boundingBox()
    expect(whole?.height).toBeLessThan(170)
  })
})
