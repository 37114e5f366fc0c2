import type { LogsResponse } from '@vehicle-control/protocol'
import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { DashboardRig } from '../rig/dashboard-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'
import { faultsInAllLooks, focused } from '../rig/watched-page.ts'

const rig = eachOnItsPage(new DashboardRig(4000))

const textbox = (name: string) => rig.page.getByRole('textbox', { name })
const range = (name: string) => rig.page.getByRole('radio', { name, exact: true })
const boxOf = async (part: Locator) => {
  const box = await part.boundingBox()
  if (box === null) throw new Error('it has no place on the page')
  return box
}

/** Opens and closes the field of the seconds; its name begins with what it counts down. */
const opener = () => rig.page.getByRole('button', { name: /: Auto-refresco \(s\)$/ })

describe('the toolbar', () => {
  it.each([
    [1280, ''],
    [1280, '?range=last-week'],
    [1440, ''],
  ])('is one row at %s px %s', async (width, query) => {
    await rig.page.setViewportSize({ width, height: 800 })
    await rig.dashboard(query)
    const parts = [
      textbox('Placa'),
      textbox('Propietario'),
      rig.button('Limpiar'),
      rig.page.getByRole('radiogroup', { name: 'Rango' }),
      rig.status(),
      rig.button('Refrescar'),
      opener(),
      rig.button('Excel'),
      rig.button('PNG'),
    ]
    const boxes = await Promise.all(parts.map(boxOf))
    const middles = boxes.map(({ y, height }) => y + height / 2)
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(3)
    const ends = boxes.map(({ x, width: own }) => ({ from: x, to: x + own }))
    for (const [i, { from }] of ends.entries()) {
      expect(from).toBeGreaterThanOrEqual((ends[i - 1]?.to ?? 0) - 1)
    }
    expect(ends.at(-1)?.to).toBeLessThanOrEqual(width)
  })

  it('chooses ranges in one press, in the address and in the figures', async () => {
    await rig.dashboard()
    const sent = rig.requestsOf('/api/rfid/logs')
    for (const [name, kind] of [
      ['Ayer', 'yesterday'],
      ['7 días', '7d'],
      ['30 días', '30d'],
      ['Últimas 24 h', '24h'],
    ] as const) {
      const before = sent.length
      await range(name).check()
      await rig.page.waitForURL((url) => url.searchParams.get('range') === kind)
      const request = await until('its call', () => sent[before])
      const answer = await until('its answer', async () => (await request.response()) ?? false)
      const { total, capped } = (await answer.json()) as LogsResponse
      const shown = `${new Intl.NumberFormat('es-CO').format(total)}${capped ? '+' : ''}`
      await rig.region('Lecturas en rango').getByText(shown, { exact: true }).waitFor()
    }
    expect(new URL(sent[0]?.url() ?? '').searchParams.has('to')).toBe(true)
  })

  it('has the week and the month that are over beside the dates, and passes the focus on', async () => {
    await rig.dashboard()
    for (const [name, kind] of [
      ['Semana pasada', 'last-week'],
      ['Mes pasado', 'last-month'],
    ] as const) {
      expect(await range(name).count()).toBe(0)
      await range('Personalizado').check()
      await rig.button(name).press('Enter')
      await rig.page.waitForURL((url) => url.searchParams.get('range') === kind)
      await until('the focus', () => range(name).evaluate((it) => it === document.activeElement))
      expect(await range(name).isChecked()).toBe(true)
      await rig.status().waitFor()
    }
    expect(await faultsInAllLooks(rig.page)).toEqual([])
    await rig.page.setViewportSize({ width: 390, height: 800 })
    await rig.page.getByRole('combobox', { name: 'Rango' }).selectOption('Semana pasada')
    await rig.page.waitForURL((url) => url.searchParams.get('range') === 'last-week')
  })

  it('stays where it is when dates open below it', async () => {
    await rig.dashboard()
    const before = await boxOf(range('Personalizado'))
    await range('Personalizado').check()
    await rig.button('Desde').waitFor()
    expect(await boxOf(range('Personalizado'))).toEqual(before)
    const dates = await boxOf(rig.button('Desde'))
    expect(dates.y).toBeGreaterThan(before.y + before.height)
    const excel = await boxOf(rig.button('Excel'))
    expect(excel.y).toBeLessThan(before.y + before.height)
  })

  it('has the seconds of the refresh in one press, and the focus back after Esc', async () => {
    await rig.dashboard()
    await opener().press('Enter')
    await textbox('Auto-refresco (s)').waitFor()
    expect(await textbox('Auto-refresco (s)').evaluate((it) => it === document.activeElement)).toBe(
      true,
    )
    await rig.page.keyboard.type('600')
    await rig.page.getByText(/^Próximo en (600|59\d) s$/).waitFor()
    expect(await faultsInAllLooks(rig.page)).toEqual([])
    await rig.page.keyboard.press('Escape')
    await textbox('Auto-refresco (s)').waitFor({ state: 'hidden' })
    expect(await focused(rig.page)).toMatch(/: Auto-refresco \(s\)$/)
    expect(rig.search().get('refresh')).toBe('600')
  })

  it('refreshes by R until the account menu says no', async () => {
    await rig.dashboard()
    const sent = rig.requestsOf('/api/rfid/logs')
    await rig.page.keyboard.press('r')
    await until('the call', () => sent.length === 1)
    await rig.status().waitFor()
    await rig.button('Cuenta').click()
    await rig.page.getByRole('checkbox', { name: 'Tecla R refresca el Dashboard' }).uncheck()
    await rig.page.keyboard.press('Escape')
    await rig.page.keyboard.press('r')
    await rig.button('Refrescar').click()
    await until('the call', () => sent.length === 2)
    await rig.status().waitFor()
    expect(sent).toHaveLength(2)
    await rig.page.reload()
    await rig.status().waitFor()
    expect(await rig.button('Refrescar').getAttribute('aria-keyshortcuts')).toBeNull()
  })

  it.each([
    { known: '0', name: 'Sin registrar', isUnknown: true },
    { known: '1', name: 'Registrados', isUnknown: false },
  ])('shows the filter that has no field, and takes it off: $name', async (filter) => {
    await rig.dashboard(`?range=24h&known=${filter.known}&tag=E2`)
    await rig.page.getByText('Filtros activos: 2').waitFor()
    await rig.rows().first().waitFor()
    const marked = rig.rows().filter({ hasText: 'Sin registrar' })
    expect(await marked.count()).toBe(filter.isUnknown ? await rig.rows().count() : 0)
    expect(await faultsInAllLooks(rig.page)).toEqual([])
    await rig.button(`${filter.name}: quitar filtro`).click()
    await rig.page.waitForURL((url) => url.search === '?range=24h&tag=E2')
    await rig.page.getByText('Filtros activos: 1').waitFor()
    await rig.page.goBack()
    await rig.button(`${filter.name}: quitar filtro`).waitFor()
    await rig.button('Limpiar').click()
    await rig.page.waitForURL((url) => url.search === '?range=24h')
  })
})

it('puts the rows of a search under the figures, and leaves who types alone', async () => {
  await rig.dashboard('?range=24h')
  const chart = rig.region('Lecturas por día (30 días)')
  const isTableFirst = async () => {
    const [table, charts] = await Promise.all([boxOf(rig.region('Lecturas')), boxOf(chart)])
    return table.y < charts.y
  }
  expect(await isTableFirst()).toBe(false)
  await textbox('Placa').pressSequentially('A')
  await rig.column(4, (text) => text.includes('A'))
  expect(await isTableFirst()).toBe(true)
  await rig.page.keyboard.type('A')
  await rig.value('Placa', 'AA')
  await rig.column(4, (text) => text.includes('AA'))
  expect(await textbox('Placa').evaluate((it) => it === document.activeElement)).toBe(true)
  await textbox('Placa').fill('')
  await until('the old order', async () => !(await isTableFirst()))
})

it.each(['', '?plate=A&known=1'])('moves nothing by itself: %s', async (search) => {
  await rig.page.addInitScript(() => {
    Object.assign(globalThis, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const sum = Number(Reflect.get(globalThis, 'shifted'))
        Object.assign(globalThis, { shifted: sum + Number(Reflect.get(entry, 'value')) })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await rig.dashboard(search)
  await rig.page.getByRole('img', { name: /30 días/ }).waitFor()
  const sent = rig.requestsOf('/api/rfid/logs')
  await rig.button('Refrescar').press('Enter')
  await until('the call', () => sent.length === 1)
  await rig.status().waitFor()
  expect(await rig.page.evaluate(() => Number(Reflect.get(globalThis, 'shifted')))).toBeLessThan(
    0.05,
  )
})

describe('on a phone', () => {
  it.each([
    { width: 390, height: 844 },
    { width: 320, height: 640 },
  ])('of $width px numbers come before forms', async (size) => {
    await rig.page.setViewportSize(size)
    await rig.dashboard()
    for (const name of ['Lecturas en rango', 'Lecturas hoy', 'Sin registrar hoy']) {
      const { y, height } = await boxOf(rig.region(name))
      expect(y + height).toBeLessThanOrEqual(size.height)
    }
    for (const part of [textbox('Placa'), rig.button('Limpiar'), range('Hoy')]) {
      expect(await part.isVisible()).toBe(false)
    }
    const list = rig.page.getByRole('combobox', { name: 'Rango' })
    await list.selectOption({ label: '7 días' })
    await rig.page.waitForURL((url) => url.searchParams.get('range') === '7d')
    expect(rig.page.viewportSize()).toEqual(size)
  })

  it('has the filters behind one button, by keyboard too', async () => {
    await rig.page.setViewportSize({ width: 390, height: 844 })
    await rig.dashboard('?owner=P&known=0')
    await rig.button('Filtros (2)').press('Enter')
    await textbox('Placa').waitFor()
    await rig.page.keyboard.press('Tab')
    await rig.page.keyboard.type('aa')
    await rig.button('Filtros (3)').waitFor()
    await rig.value('Placa', 'AA')
    expect(await faultsInAllLooks(rig.page)).toEqual([])
    await rig.page.keyboard.press('Escape')
    await textbox('Placa').waitFor({ state: 'hidden' })
    expect(await focused(rig.page)).toBe('Filtros (3)')
    expect(await rig.button('Filtros (3)').getAttribute('aria-expanded')).toBe('false')
  })

  it.each([430, 390, 320])('of %s px has «Limpiar» beside a field', async (width) => {
    await rig.page.setViewportSize({ width, height: 844 })
    await rig.dashboard()
    await rig.button('Filtros').click()
    const clear = await boxOf(rig.button('Limpiar'))
    const owner = await boxOf(textbox('Propietario'))
    expect(clear.y).toBe(owner.y)
    expect(clear.x + clear.width).toBeLessThanOrEqual(width)
    expect((await boxOf(textbox('Tag'))).y).toBe((await boxOf(textbox('Placa'))).y)
  })

  it.each([390, 320])('of %s px holds text of double size', async (width) => {
    await rig.page.setViewportSize({ width, height: 844 })
    await rig.dashboard('?known=0')
    await rig.page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await rig.button('Filtros (1)').click()
    await textbox('Placa').waitFor()
    const parts = [rig.button('Refrescar'), opener(), textbox('Placa')]
    for (const part of parts) {
      const box = await boxOf(part)
      expect(box.x).toBeGreaterThanOrEqual(0)
      expect(box.x + box.width).toBeLessThanOrEqual(width)
    }
  })
})
